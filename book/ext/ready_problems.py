"""The practice problems that come with a page: twenty of each level, in files that its script loads when asked for one.

A file is a script, since a page opened from a folder may not fetch anything else. It holds the forms, packed, under its
own name, which changes with the content: a newer book never mixes with files that a browser has kept of an older one.
"""

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

from byhand.practice import KINDS, problem
from byhand.practice.form import html

FOLDER = "_practice"
COUNT = 20
FORM = re.compile(r'<section class="practice" [^>]*data-kind="([\w-]+)" data-seed="(\d+)"')


def named(text, outdir, top):
    """The HTML, each form with the files of further problems, which are written; `top`: the way to the book's top."""

    def name(match):
        files = write(Path(outdir) / FOLDER, match[1], int(match[2]))
        return f'{match[0]} data-files="{" ".join(f"{top}{FOLDER}/{file}" for file in files)}"'

    return FORM.sub(name, text)


def write(folder, kind, seed):
    """Write the problems that follow a seed; the names of the files, one for each level."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for level in range(1, len(KINDS[kind].levels) + 1):
        forms = [html(problem(kind, seed + i, level)) for i in range(1, COUNT + 1)]
        packed = base64.b64encode(gzip.compress(json.dumps(forms).encode(), mtime=0)).decode()
        stem = f"{kind}-{level}-after-{seed}"
        name = f"{stem}-{hashlib.sha256(packed.encode()).hexdigest()[:8]}"
        for old in folder.glob(f"{stem}-????????.js"):
            old.unlink()
        (folder / f"{name}.js").write_text(f'byhand.ready["{name}"] = "{packed}";\n', encoding="utf-8")
        names.append(f"{name}.js")
    return names
