"""Sphinx extension: what a chapter's page needs so that the reader can run it with Python in the browser.

Everything is in the folder _live of the built book, under names that change with the content, so that a newer book
never mixes with files that a browser has kept from an older one:

- python-VERSION-…: Pyodide and the packages, as book/fetch_assets.py made them
- editor-…: the editor of cells
- page-…: the scripts of book/live and this book's library
- notebooks/…: the chapters' notebooks without outputs

The environment variable LIVE=no builds the book without all this.
"""

import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "book"))

sys.path.append(str(ROOT / "book" / "live"))

import fetch_assets  # noqa: E402
from names import names  # noqa: E402

SCRIPTS = ROOT / "book" / "live"
LIBRARY = ROOT / "lib" / "byhand"
CACHE = ROOT / ".cache" / "live"
KEPT_SOURCES = [".py", ".toml", ".csv"]  # what the library is made of


def prepare(app, config):
    """Name the folder of the page's scripts: when the name changes, all pages are written anew."""
    config.live_version = "" if os.environ.get("LIVE") == "no" else page_folder()[0]


def page_folder():
    """The scripts and the library: the name of their folder, and its files."""
    files = {file.name: file.read_bytes() for file in SCRIPTS.iterdir() if file.suffix in (".js", ".css")}
    files["byhand.bin"] = library()
    return f"page-{digest(*(part for name in sorted(files) for part in (name.encode(), files[name])))}", files


def library():
    """This book's library as an archive, with its sources, which chapters show, and their compiled form beside them.

    What runs the cells of a page is in it, too, as the package byhand_page.
    """
    sources = sorted(file for file in LIBRARY.rglob("*") if file.suffix in KEPT_SOURCES)
    files = {file.relative_to(LIBRARY.parent): file.read_bytes() for file in sources}
    files |= {Path("byhand_page", file.name): file.read_bytes() for file in sorted(SCRIPTS.glob("*.py"))}
    archive = CACHE / f"byhand-{digest(*map(bytes, files), *files.values())}.bin"
    if not archive.exists():
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                file = Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            fetch_assets.compile_python(Path(folder), "beside")
            for old in CACHE.glob("byhand-*.bin"):
                old.unlink()
            archive.write_bytes(fetch_assets.pack(Path(folder)))
    return archive.read_bytes()


def digest(*parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:8]


def place(app):
    """Put the folders into the built book, and remove what an earlier build has left there."""
    target = Path(app.outdir) / "_live"
    if not app.config.live_version:
        return shutil.rmtree(target, ignore_errors=True)
    page, files = page_folder()
    folders = fetch_assets.live_folders()
    (target / page).mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (target / page / name).write_bytes(content)
    for folder in folders:
        if not (target / folder.name).exists():
            partial = target / f"{folder.name}.partial"
            shutil.copytree(folder, partial, dirs_exist_ok=True)
            partial.rename(target / folder.name)
    for old in target.iterdir():
        if old.name not in {"notebooks", page, *(folder.name for folder in folders)}:
            shutil.rmtree(old)


def number_cells(app, doctree, docname):
    """Let the page's script find a cell of the notebook by its number."""
    for node in doctree.findall(nodes.container):
        if node.get("nb_element") == "cell_code":
            node["classes"].append(f"live-cell-{node['cell_index']}")


def add_script(app, pagename, templatename, context, doctree):
    """Name the files to use in the tag of the page's script."""
    if not (app.config.live_version and doctree and pagename.startswith("notebooks/")):
        return
    top = "../" * pagename.count("/")
    python, editor = fetch_assets.live_folders()
    page = app.config.live_version
    files = json.loads((python / "manifest.json").read_text())["files"]
    fetched = ["pyodide.asm.wasm", "python_stdlib.zip", "packages.bin"]
    data = {
        "name": pagename,
        "notebook": top + bare_notebook(app, pagename),
        "python": f"{top}_live/{python.name}/",
        "library": f"{top}_live/{page}/byhand.bin",
        "editor": f"{top}_live/{editor.name}/",
        "bytes": sum(files[name] for name in fetched) + len(library()),
    }
    attributes = " ".join(f'data-{name}="{value}"' for name, value in data.items())
    source = f"{top}_live/{page}"
    context["metatags"] = context.get("metatags", "") + f'<link rel="stylesheet" href="{source}/live.css">'
    context["body"] += f'<script defer src="{source}/live.js" {attributes}></script>'


def bare_notebook(app, pagename):
    """Write the notebook without its outputs, and the names in its cells; its address from the top of the book."""
    notebook = json.loads(Path(app.env.doc2path(pagename)).read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    notebook["names"] = [
        names("".join(cell["source"])) if cell["cell_type"] == "code" else None for cell in notebook["cells"]
    ]
    content = json.dumps(notebook, ensure_ascii=False).encode()
    name = f"_live/{pagename}-{digest(content)}.ipynb"
    path = Path(app.outdir) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(f"{Path(pagename).name}-????????.ipynb"):
        old.unlink()
    path.write_bytes(content)
    return name


def setup(app):
    app.add_config_value("live_version", "", "html")
    app.connect("config-inited", prepare)
    app.connect("builder-inited", place)
    app.connect("doctree-resolved", number_cells)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
