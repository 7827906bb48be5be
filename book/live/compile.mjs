// Byte-compile all Python files of a folder with the Pyodide that will run them, so that the reader's browser need not:
//
//     node compile.mjs PYODIDE FOLDER replace|beside [PREFIX]
//
// PYODIDE is the unpacked npm package. `replace` puts x.pyc in the place of x.py; `beside` keeps x.py, for tracebacks,
// and writes __pycache__/x.cpython-314.pyc. Python takes either without a look at the source. A traceback names a file
// by PREFIX and its path below FOLDER; PREFIX is the folder of site-packages unless given. A file that does not compile
// is left as it is.
import path from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", ({ message }) => {
  console.error(message); // without the line of code, which is a megabyte long in Pyodide
  process.exit(1);
});
const [pyodide, folder, layout, prefix] = process.argv.slice(2);
if (!["replace", "beside"].includes(layout)) throw new Error("usage: node compile.mjs PYODIDE FOLDER replace|beside");
const { loadPyodide } = await import(pathToFileURL(path.resolve(pyodide, "pyodide.mjs")).href);
const env = { PYTHONHASHSEED: "0" }; // the same bytes in every run
if (layout === "replace") env.PYTHONNODEBUGRANGES = "1"; // columns are for showing the source, and there is none
const python = await loadPyodide({ env });
python.mountNodeFS("/folder", path.resolve(folder));
python.globals.set("replace", layout === "replace");
python.globals.set("prefix", prefix ?? null);
python.runPython(`
import importlib.util, sys, warnings
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

warnings.simplefilter("ignore")  # of others' code, as pip does
folder, site = Path("/folder"), "/lib/python%d.%d/site-packages/" % sys.version_info[:2]
for path in sorted(folder.rglob("*.py")):
    source = path.read_bytes()
    try:
        code = compile(source, (prefix or site) + str(path.relative_to(folder)), "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError):
        continue
    target = path.with_suffix(".pyc") if replace else Path(importlib.util.cache_from_source(path))
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), checked=False))
    if replace:
        path.unlink()
`);
