"""Marking the worksheets that came back: read as text, never run, and no single one can stop the others.

Whose a notebook is, the upload says first: the folder, or the start of the file's name, that a learning platform gives
it. Where that names nobody, the notebook does, by a token that only the key can make. Of several by one student the
latest counts.
"""

import ast
import hmac
import json
import os
import re
import stat
import warnings
from dataclasses import dataclass
from pathlib import Path

from byhand.practice import problem

LARGEST = 10_000_000  # bytes of a notebook that is read
LONGEST = 20_000  # characters of a cell that is read
LONGEST_ANSWER = 200
MOST_BRACKETS = 300  # in a cell that Python's own reader is given
QUOTES = "\"'“”„‟‘’‚‛«»`´"
STRANGE = (ValueError, SyntaxError, OSError, RecursionError, MemoryError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True)
class Returned:
    """A notebook that came back: its path as shown, its student, its cells of code, and when it was changed."""

    path: str
    student: str
    cells: list
    time: float


def token(key, identifier):
    """What marks a sheet as that student's: made with the key's secret."""
    words = f"{key['chapter']} {identifier}"
    return hmac.new(key["secret"].encode(), words.encode(errors="replace"), "sha256").hexdigest()[:32]


def grade(key, notebooks, folder=None):
    """Mark notebooks: (rows with a mark per step, troubles as (student or file, what is the matter)).

    `key`: what `make` wrote as key.json; `notebooks`: paths; `folder`: where they came back, with subfolders that a
    platform may have named after students.
    """
    found, uncounted, troubles, students = {}, {}, [], _by_spelling(key)
    for path in notebooks:
        shown = _clean(os.path.relpath(path, folder) if folder else Path(path).name)
        try:
            returned = _returned(Path(path), shown, key, students)
        except STRANGE as error:
            words = _clean(error) or type(error).__name__
            troubles.append((shown, words))
            sender = _uploaded_by(shown, students) or Path(shown).stem
            uncounted.setdefault(sender, f"{shown}: {words}")
            continue
        found.setdefault(returned.student, []).append(returned)
    rows = []
    for student in key["students"]:
        *older, latest = sorted(found.get(student, []), key=lambda each: (each.time, each.path)) or [None]
        if latest is None:
            troubles.append((student, uncounted.get(student, "nothing was handed in")))
            continue
        troubles += [(student, f"{each.path} is older than {latest.path} and was not counted") for each in older]
        for number, settings in enumerate(key["students"][student]["problems"], start=1):
            marks, unread = _marked(latest.cells, number, problem(*settings))
            troubles += [(student, f"{latest.path}, problem {number}: {words}") for words in unread]
            rows += [{"student": student, "name": key["students"][student]["name"], **mark} for mark in marks]
    return rows, troubles


def totals(key, rows, troubles=()):
    """One row for every student of the key: points, out of how many, the points of each problem, and what was amiss."""
    table = {}
    for student, entry in key["students"].items():
        table[student] = {"student": student, "name": entry["name"], "points": 0, "of": 0}
    for student in table.keys() - {row["student"] for row in rows}:
        table[student]["of"] = sum(len(problem(*settings).asks) for settings in key["students"][student]["problems"])
    for row in rows:
        total = table[row["student"]]
        total["points"] += row["points"]
        total["of"] += 1
        column = f"{row['problem']} {row['kind']}"
        total[column] = total.get(column, 0) + row["points"]
    for who, why in troubles:
        if who in table:
            table[who]["note"] = "; ".join(filter(None, [table[who].get("note"), why]))
    return list(table.values())


def read_answers(cells, number, names):
    """What was written as answers_NUMBER, by name, and what could not be read: ({name: text}, [words, ...])."""
    variable = f"answers_{number}"
    holding = [code for code in cells if re.search(rf"^[ \t]*{variable}[ \t]*=(?!=)", code, re.MULTILINE)]
    if not holding:
        return {}, [f"there is no cell that sets {variable}"]
    code = holding[-1]
    if len(code) > LONGEST:
        return {}, [f"{variable} is longer than {LONGEST:,} characters"]
    found = _as_python(code, variable)
    answers, unread = (found, []) if found is not None else _by_name(code, names)
    return answers, unread + [f"{len(holding)} cells set {variable}: the last counts"] * (len(holding) > 1)


def _as_python(code, variable):
    """The dictionary that a cell assigns to the variable, read and never run; None where it is not Python any more."""
    if sum(code.count(bracket) for bracket in "([{-+~") > MOST_BRACKETS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python thinks of a cell is nobody's concern
            tree = ast.parse(code)
        for node in reversed(tree.body):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys, values=values)) if (
                    name == variable
                ):
                    pairs = zip(keys, values, strict=True)
                    return {str(k.value): _text(v, code) for k, v in pairs if isinstance(k, ast.Constant)}
    except STRANGE:
        return None
    return None


def _text(node, code):
    """What was written as an answer: the text between quotes, or bare, such as 9/14."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else ast.get_source_segment(code, node) or ""


def _by_name(code, names):
    """The answers behind the names of the steps: for cells in which a quote was lost or made smart."""
    code = re.sub(r"(?<![ \t])[ \t]+#.*", "", code)
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    found = list(re.finditer(rf"(?:^|[{{,])[ \t]*[{QUOTES}]?({known})[{QUOTES}]?\s*:", code, re.MULTILINE))
    answers, unread = {}, []
    ends = [match.start() for match in found[1:]] + [len(code)]
    for match, end in zip(found, ends, strict=False):  # an end too many where nothing was found
        text = code[match.end() : end].strip(f" ,}}\n{QUOTES}")
        answers[match[1]] = "" if re.search(rf"[{QUOTES}]", text) else text
        if answers[match[1]] != text:
            unread.append(f"line {code.count(chr(10), 0, match.end()) + 1} cannot be read")
    if not answers:
        unread.append("the answers cannot be read: the cell is not a list of steps any more")
    return answers, unread


def _marked(cells, number, asked):
    """A row for each step of a problem, and what could not be read: ([{...}, ...], [words, ...])."""
    try:
        answers, unread = read_answers(cells, number, [ask.name for ask in asked.asks])
        return _rows(number, asked, answers), unread
    except Exception as error:  # whatever is in a sheet, the others are graded
        return _rows(number, asked, {}), [f"the answers cannot be read ({_clean(error)[:LONGEST_ANSWER]})"]


def _rows(number, asked, answers):
    """A row for each step of a problem."""
    known = {ask.name: _clean(answers.get(ask.name, ""))[:LONGEST_ANSWER] for ask in asked.asks}
    return [
        {
            "problem": number,
            "kind": asked.kind,
            "step": mark.name,
            "answer": known[mark.name],
            "points": mark.points,
            "verdict": mark.verdict,
            "feedback": mark.words,
        }
        for mark in asked.check(known)
    ]


def _returned(path, shown, key, students):
    """A notebook that came back; a ValueError says why it cannot be counted."""
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("this is not a file")
    if status.st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST:,} bytes")
    try:
        notebook = json.loads(path.read_bytes().decode("utf-8-sig"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        mark = notebook["metadata"]["byhand"]
        named, sheet = str(mark["student"]), str(mark.get("sheet"))
    except (ValueError, RecursionError) as error:
        raise ValueError("this is not a notebook") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("this is not one of the notebooks that were handed out") from error
    signed = (
        named
        if named in key["students"] and hmac.compare_digest(sheet.encode(errors="replace"), token(key, named).encode())
        else None
    )
    uploaded = _uploaded_by(shown, students)
    if uploaded and signed and uploaded != signed:
        raise ValueError(f"handed in by {uploaded}, but it is the sheet of {signed}: not counted")
    if not (uploaded or signed):
        if named not in key["students"]:
            raise ValueError(f"the student {_clean(named)[:80]!r} is not in the key")
        raise ValueError(f"it says that it is the sheet of {_clean(named)[:80]}, but that was changed: not counted")
    return Returned(shown, uploaded or signed, cells, status.st_mtime)


def _uploaded_by(shown, students):
    """The student whom the upload names: by a folder, or by what a platform puts before the file's name; or None.

    The outermost folder that names somebody counts, and if it may be two of them, nobody is named: a student may have
    chosen the names of those within.
    """
    *folders, file = Path(shown).parts
    for part in [*folders, file.partition("_")[0]] if "_" in file else folders:
        words = {*re.split(r"[_\s]+", part.casefold()), _letters(part.partition("_")[0])}
        found = set().union(*(students.get(word, ()) for word in words))
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _by_spelling(key):
    """The students by how an upload may spell them: identifier or name; two may have the same name."""
    students = {}
    for student, entry in key["students"].items():
        for spelling in {student.casefold(), *_spellings(entry["name"])}:
            students.setdefault(spelling, set()).add(student)
    return students


def _spellings(name):
    """A name without its spaces, first or last name first."""
    first, _, last = name.rpartition(" ")
    return {_letters(first + last), _letters(last + first)} - {""}


def _letters(text):
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _clean(text):
    """Text that can be written to any file: no halves of characters, no control characters."""
    text = str(text).encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in text)
