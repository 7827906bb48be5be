"""The tool that fetches third-party files and makes the Python of the live pages: no network is needed here."""

import gzip
import hashlib
import io
import json
import shutil
import sys
import tarfile
import threading
import zipfile

import fetch_assets
import pytest
from fetch_assets import Pin


def archive_of(files):
    """An npm archive with these files, by name."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


THING = archive_of({"dist/thing.js": b"thing", "LICENSE": b"free"})


def pin(content=THING, **fields):
    defaults = {"version": "1.0", "files": ["dist/*", "LICENSE"], "folder": "vendor/thing"}
    return Pin(**defaults | fields, sha256=hashlib.sha256(content).hexdigest(), size=len(content))


@pytest.fixture
def registry(tmp_path, monkeypatch):
    """A book in tmp_path/book whose downloads come from tmp_path/registry; PACKAGES has one package of the pages."""
    book = tmp_path / "book"
    monkeypatch.setattr(fetch_assets, "ROOT", book)
    monkeypatch.setattr(fetch_assets, "CACHE", book / ".cache" / "npm")
    monkeypatch.setattr(fetch_assets, "WHEELS", book / ".cache" / "pypi")
    monkeypatch.setattr(fetch_assets, "LIVE", book / ".cache" / "live")
    monkeypatch.setattr(fetch_assets, "PACKAGES", {"thing": pin()})
    folder = tmp_path / "registry"
    folder.mkdir()
    (folder / "thing-1.0.tgz").write_bytes(THING)

    def command(name, pin):
        source = str(folder / fetch_assets.location(name, pin).name)
        script = "import shutil, sys; print('ERROR: no such host'); shutil.copy(sys.argv[1], '.')"
        return [sys.executable, "-c", script, source]

    monkeypatch.setattr(fetch_assets, "command", command)
    return folder


def everything_below(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_package_is_fetched_once_and_the_second_run_says_nothing(registry, capsys):
    fetch_assets.main(live=False)
    assert capsys.readouterr().out == "fetching 1 archive, 0.0 MB\n  thing 1.0, 0.00 MB\n"
    found = everything_below(fetch_assets.ROOT)
    assert found == [".cache/npm/thing-1.0.tgz", "vendor/thing/.1.0", "vendor/thing/LICENSE", "vendor/thing/thing.js"]
    shutil.rmtree(registry)
    fetch_assets.main(live=False)
    assert capsys.readouterr().out == ""


def test_a_download_with_a_wrong_hash_leaves_nothing(registry):
    (registry / "thing-1.0.tgz").write_bytes(b"not what was pinned")
    found, expected = hashlib.sha256(b"not what was pinned").hexdigest(), hashlib.sha256(THING).hexdigest()
    with pytest.raises(SystemExit, match=f"thing 1.0: the archive has sha256 {found}, expected {expected}"):
        fetch_assets.main(live=False)
    assert everything_below(fetch_assets.ROOT) == []
    assert not (fetch_assets.CACHE / ".partial").exists()


def test_an_interrupted_run_starts_again_cleanly(registry):
    for folder in (fetch_assets.CACHE / ".partial", fetch_assets.ROOT / "vendor" / "thing.partial"):
        folder.mkdir(parents=True)
        (folder / "thing-1.0.tgz").write_bytes(THING[:20])
    fetch_assets.main(live=False)
    assert (fetch_assets.ROOT / "vendor" / "thing" / "thing.js").read_bytes() == b"thing"
    assert list(fetch_assets.ROOT.rglob("*.partial")) == []
    assert everything_below(fetch_assets.ROOT / "vendor" / "thing") == [".1.0", "LICENSE", "thing.js"]


def test_without_a_network_one_sentence_says_what_is_missing(registry, monkeypatch):
    (registry / "thing-1.0.tgz").unlink()
    with pytest.raises(SystemExit) as stop:
        fetch_assets.main(live=False)
    assert stop.value.code == "thing 1.0 could not be fetched, is there a network? (ERROR: no such host)"
    monkeypatch.setattr(fetch_assets, "PACKAGES", {"thing": pin(live="editor", folder="")})
    with pytest.raises(SystemExit, match="; `make book LIVE=no` builds the book without live pages$"):
        fetch_assets.main()
    assert everything_below(fetch_assets.ROOT) == []


def test_no_live_leaves_out_what_only_live_pages_need(registry, monkeypatch):
    live = {"runtime": pin(live="python", folder=".cache/live/runtime"), "code": pin(live="editor", folder="")}
    monkeypatch.setattr(fetch_assets, "PACKAGES", {"thing": pin(), **live})
    monkeypatch.setattr(fetch_assets, "assemble", lambda archives: pytest.fail("assembled"))
    fetch_assets.main(live=False)
    assert not fetch_assets.LIVE.exists()
    with pytest.raises(FileNotFoundError, match="run python book/fetch_assets.py"):
        fetch_assets.live_folders()


def test_a_bar_fits_into_one_line_of_the_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    fetch_assets.draw_bar("a-package-with-a-rather-long-name", 200_000_000, 50_000_000, 50_000_000)
    line = capsys.readouterr().out
    assert line.startswith("\r[###############...............] 100.0 of 200.0 MB  a-pack")
    assert len(line.removeprefix("\r").removesuffix("\033[K")) == 59


def test_an_archive_for_a_page_is_plain_and_always_the_same(tmp_path):
    def folder(name, order):
        for path in order:
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(path)
        return tmp_path / name

    deep = "/".join(["d" * 60] * 3) + "/long.txt"
    paths = ["b/two.txt", "a.txt", "b.txt", deep]
    packed = fetch_assets.pack(folder("first", paths))
    assert packed == fetch_assets.pack(folder("second", reversed(paths)))
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        assert tar.getnames() == sorted(paths)
        assert {(m.mtime, m.uid, m.mode, m.isfile(), bool(m.pax_headers)) for m in tar} == {(0, 0, 0o644, True, False)}
        assert tar.extractfile(deep).read().decode() == deep
    assert gzip.decompress(packed)[257:263] == b"ustar\0"
    with pytest.raises(ValueError, match="x{120}: name is too long for the archive of a page"):
        fetch_assets.pack(folder("third", ["x" * 120]))


def test_modules_name_their_neighbours_by_address():
    modules = {"@codemirror/state": "codemirror-state.js", "crelt": "crelt.js"}
    script = """import {a,\n b} from '@codemirror/state';export*from"crelt";import "crelt";x = ["from", "import"];"""
    assert fetch_assets.relative(script, modules) == (
        """import {a,\n b} from "./codemirror-state.js";export*from"./crelt.js";import "./crelt.js";"""
        """x = ["from", "import"];"""
    )
    with pytest.raises(ValueError, match="a script imports left-pad, which is not pinned"):
        fetch_assets.relative('import pad from "left-pad"', modules)


def test_scripts_of_pyodide_lose_their_mjs_names():
    script = 'import("pyodide.asm.mjs")\n//# sourceMappingURL=pyodide.mjs.map\n'
    assert fetch_assets.without_mjs(script) == 'import("pyodide.asm.js")\n'
    for other in ("import(name)", 'import("pyodide.asm.mjs"); import("more.mjs")'):
        with pytest.raises(ValueError, match="a script of Pyodide"):
            fetch_assets.without_mjs(other)


def test_a_carried_wheel_must_be_the_official_one(tmp_path):
    with zipfile.ZipFile(tmp_path / "carrier.whl", "w") as carrier:
        carrier.writestr(f"{fetch_assets.CARRIER}/numpy.whl", b"something else")
    lock = {"packages": {"numpy": {"file_name": "numpy.whl", "sha256": "0" * 64}}}
    with (
        zipfile.ZipFile(tmp_path / "carrier.whl") as carrier,
        pytest.raises(SystemExit, match="numpy.whl: the wheel has sha256 .*, expected 0000"),
    ):
        fetch_assets.carried(carrier, lock, "numpy")


def test_what_cannot_serve_in_a_page_is_left_out_but_no_licence():
    names = ["numpy/ma/core.py", "numpy/ma/tests/test_core.py", "numpy/ma/LICENSE", "numpy/random/LICENSE.md"]
    names += ["numpy/random/README.md", "numpy-2.dist-info/METADATA", "numpy-2.dist-info/RECORD"]
    kept = [name for name in names if fetch_assets.useful(name)]
    assert kept == [*names[:1], *names[2:4], "numpy-2.dist-info/METADATA"]


def test_every_part_has_a_licence_and_a_purpose():
    assert {"katex", "pyodide", "CPython", "numpy", "matplotlib", "ipython", "marked"} <= {
        name for name, *_ in fetch_assets.LICENCES
    }
    assert all(isinstance(field, str) and field for part in fetch_assets.LICENCES for field in part)
    assert all(len(pin.sha256) == 64 and pin.size > 0 for pin in fetch_assets.PACKAGES.values())


# What was really assembled, if it was.

assembled = pytest.mark.skipif(not fetch_assets.assembled(), reason="the Python of the live pages is not assembled")


@assembled
def test_assembled_folders_are_what_their_names_and_the_manifest_say():
    python, editor = fetch_assets.live_folders()
    assert python.name == f"python-{fetch_assets.PACKAGES['pyodide'].version}-{fetch_assets.digest(python)[:8]}"
    assert editor.name == f"editor-{fetch_assets.digest(editor)[:8]}"
    manifest = json.loads((python / "manifest.json").read_text(encoding="utf-8"))
    sizes = {name: (python / name).stat().st_size for name in everything_below(python) if name != "manifest.json"}
    assert manifest == {"pyodide": fetch_assets.PACKAGES["pyodide"].version, "files": sizes}


@assembled
def test_packages_of_live_pages_are_compiled_and_bring_their_licences():
    python, _ = fetch_assets.live_folders()
    lock = json.loads((fetch_assets.LIVE / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    for name, parts in {"packages": {"numpy", "matplotlib", "PIL"}, "ipython": {"IPython", "traitlets"}}.items():
        with tarfile.open(python / f"{name}.bin") as tar:
            names = tar.getnames()
        assert not [path for path in names if path.endswith((".py", ".pyi"))]
        assert {f"{part}/__init__.pyc" for part in parts} <= set(names)
        licensed = {path.split("-")[0] for path in names if ".dist-info/" in path and "LICEN" in path.upper()}
        assert licensed == {path.split("-")[0] for path in names if ".dist-info/" in path}
    for name, row in fetch_assets.PINS["carried"].items():
        assert lock["packages"][name]["version"] == row["version"]


@assembled
def test_the_python_of_live_pages_compiles_beside_and_in_place_of_the_source(tmp_path):
    for layout in ("beside", "replace"):
        folder = tmp_path / layout
        folder.mkdir()
        (folder / "good.py").write_text("def f():\n    return 1\n")
        (folder / "bad.py").write_text("def\n")
        fetch_assets.compile_python(folder, layout)
    assert everything_below(tmp_path / "beside") == ["__pycache__/good.cpython-314.pyc", "bad.py", "good.py"]
    assert everything_below(tmp_path / "replace") == ["bad.py", "good.pyc"]
    compiled = (tmp_path / "replace" / "good.pyc").read_bytes()
    assert compiled[4:8] == b"\1\0\0\0"  # by hash, unchecked
    assert b"/lib/python3.14/site-packages/good.py" in compiled


def test_a_folder_can_be_weighed_while_others_write_and_remove_in_it(tmp_path):
    (tmp_path / "kept").write_bytes(b"1234")
    done = threading.Event()

    def come_and_go():
        while not done.is_set():
            (tmp_path / "a" / "b").mkdir(parents=True)
            (tmp_path / "a" / "b" / "file").write_bytes(b"56")
            shutil.rmtree(tmp_path / "a")

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        weights = {fetch_assets.weight(tmp_path) for _ in range(2000)}
    finally:
        done.set()
        thread.join()
    assert weights <= {4, 6}
