"""The practice problems that come with the pages: all kinds and levels, as the library makes them, and small."""

import base64
import gzip
import json
import re
from pathlib import Path

import pytest
import ready_problems

from byhand.practice import KINDS, problem
from byhand.practice.form import html

SITE = Path(__file__).parents[1] / "_build" / "html"
LARGEST, TOGETHER = 140_000, 80_000 * len(KINDS)  # bytes of a file, and of all


def read(file):
    """The forms in a file; packed, so that nobody reads an answer in passing."""
    name, packed = re.fullmatch(r'byhand\.ready\["(.+)"\] = "([\w+/=]+)";\n', file.read_text(encoding="utf-8")).groups()
    assert name == file.stem
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def test_a_form_is_told_its_files_one_for_each_level(tmp_path):
    page = f"<p>before</p>{html(problem('bayes-rule', 4))}<p>after</p>"
    told = ready_problems.named(page, tmp_path, "../")
    files = re.search(r'data-seed="4" data-files="([^"]+)"', told)[1].split()
    assert told.replace(f' data-files="{" ".join(files)}"', "") == page
    assert len(files) == len(KINDS["bayes-rule"].levels)
    for level, file in enumerate(files, start=1):
        forms = read(tmp_path / file.removeprefix("../"))
        assert forms == [html(problem("bayes-rule", seed, level)) for seed in range(5, 25)]


def test_files_are_the_same_each_time_and_old_ones_go(tmp_path, monkeypatch):
    first = ready_problems.write(tmp_path, "bayes-rule", 1)
    assert ready_problems.write(tmp_path, "bayes-rule", 1) == first
    other = ready_problems.write(tmp_path, "bayes-rule", 2)
    monkeypatch.setattr(ready_problems, "html", lambda problem: f"new {problem.seed}")
    second = ready_problems.write(tmp_path, "bayes-rule", 1)
    assert not set(first) & set(second)
    assert {file.name for file in tmp_path.iterdir()} == {*second, *other}


@pytest.fixture(scope="module")
def forms():
    """The forms of the built book with the addresses of their files: (kind, seed, files)."""
    pages = [page for folder in ("book", "notebooks") for page in sorted((SITE / folder).glob("*.html"))]
    if not pages:
        pytest.fail("the book is not built: run make book", pytrace=False)
    pattern = rf'{ready_problems.FORM.pattern} data-files="([^"]+)"'
    return [
        (kind, int(seed), [page.parent / file for file in files.split()])
        for page in pages
        for kind, seed, files in re.findall(pattern, page.read_text(encoding="utf-8"))
    ]


def test_every_kind_and_level_has_twenty_problems_that_are_the_librarys(forms):
    assert {kind for kind, _, _ in forms} == set(KINDS)
    for kind, seed, files in forms:
        assert len(files) == len(KINDS[kind].levels)
        for level, file in enumerate(files, start=1):
            stored = read(file)
            assert len(stored) == 20
            for i in (0, 7, 19):
                assert stored[i] == html(problem(kind, seed + 1 + i, level)), f"{kind}, level {level}, form {i}"


def test_the_files_are_small_and_there_are_no_others(forms):
    files = {file.resolve() for _, _, some in forms for file in some}
    assert files == {file.resolve() for file in (SITE / ready_problems.FOLDER).iterdir()}
    sizes = [file.stat().st_size for file in files]
    assert max(sizes) < LARGEST and sum(sizes) < TOGETHER
