"""List the files of the built book in keep.json, each with its size and a digest: what a browser is to keep.

python book/keep.py _build/html
"""

import hashlib
import json
import sys
from pathlib import Path

LIST = "keep.json"
LEFT_OUT = {LIST, "keep-worker.js", "objects.inv"}  # of no use to a reader


def listed(site):
    """{path: [bytes, digest]} of the files of the book in a folder, in order."""
    found = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    return {
        name: [path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()[:16]]
        for name, path in sorted(found.items())
        if name not in LEFT_OUT and not any(part.startswith(".") for part in Path(name).parts)
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / LIST).write_text(json.dumps(listed(folder), indent=0), encoding="utf-8")
