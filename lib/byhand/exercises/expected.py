"""What an exercise expects: numbers, or letters, or a word, each with the slips that people make."""

import re
import reprlib
from dataclasses import dataclass, field

from byhand.marking import RIGHT, SLIP, UNREAD, WRONG, as_answer, judge

BETWEEN = r"[ ,;./()>→-]"  # what people put between letters


@dataclass(frozen=True)
class Numbers:
    """Numbers in this order, or just one.

    `slips`: pairs of wrong numbers, as many, and the words for whoever arrives at them; `hint`: the words for others.
    """

    values: tuple
    slips: tuple
    hint: str

    @property
    def fields(self):
        """How many fields a form has for them."""
        return len(self.values)

    def judge(self, answer):
        """A verdict and words for an answer of any kind: one number, or as many as are expected."""
        one = len(self.values) == 1
        wanted = "one number, such as 0.643 or 9 / 14" if one else f"{len(self.values)} numbers in brackets"
        try:
            given = [answer] if one else [] if isinstance(answer, (str, dict)) else list(answer)
        except TypeError:
            given = []
        read = [as_answer(*pair) for pair in zip(given, self.values, strict=False)]
        if None in read or not given:
            return UNREAD, f"The answer should be {wanted}; this is {short(answer)}."
        if len(given) != len(self.values):
            return UNREAD, f"The answer should be {len(self.values)} numbers; this has {len(given)}."
        return judge(read, self.values, self.slips, self.hint)

    def payload(self):
        """The same for a page's script."""
        return {
            "values": [_plain(value) for value in self.values],
            "slips": [[[_plain(value) for value in wrong], words] for wrong, words in self.slips],
            "hint": self.hint,
        }


@dataclass(frozen=True)
class Word:
    """A word; or letters in this order, where there are `letters` to choose from.

    `slips`: from wrong answers, or from single wrong letters, to hints; `hint`: the words for others; `letters`: each
    with the word that it stands for, which may be written out; `once`: whether each of them is to be used once.
    """

    right: str
    slips: dict
    hint: str
    letters: dict = field(default_factory=dict)
    once: bool = False
    fields = 1  # of a form

    def judge(self, answer):
        """A verdict and words for an answer of any kind: text, or a list of letters."""
        is_list = isinstance(answer, (list, tuple)) and all(isinstance(part, str) for part in answer)
        if not isinstance(answer, str) and not is_list:
            wanted = self._many if self.letters else "a word"
            return UNREAD, f"The answer should be {wanted} in quotation marks; this is {short(answer)}."
        given, right = self._plain(answer if isinstance(answer, str) else " ".join(answer)), self._plain(self.right)
        if self.letters and not self._may_be(given):
            return UNREAD, self.wanted
        if given == right:
            return RIGHT, ""
        slips = {self._plain(wrong): words for wrong, words in self.slips.items()}
        wrong = [a for a, b in zip(given, right, strict=True) if a != b] if self.letters else []
        known = next((slips[part] for part in [given, *wrong] if part in slips), None)
        return (SLIP, known) if known else (WRONG, self.hint)

    @property
    def wanted(self):
        """What is said of letters that cannot be an answer."""
        how = "one of {}" if len(self.right) == 1 else "each of {} once" if self.once else "each one of {}"
        return f"The answer should be {self._many}, {how.format(', '.join(self.letters))}."

    @property
    def _many(self):
        return "one letter" if len(self.right) == 1 else f"{len(self.right)} letters"

    def _may_be(self, given):
        """Whether letters can be an answer, right or wrong."""
        known = set(given) <= set(map(str.upper, self.letters))
        return known and len(given) == len(self.right) and not (self.once and len(set(given)) < len(given))

    def _plain(self, text):
        """Text without what makes no difference: capitals, marks between letters, letters written out as words."""
        text = " ".join(text.upper().split())
        if self.letters:
            for letter, word in self.letters.items():
                text = text.replace(word.upper(), letter.upper())
            text = re.sub(BETWEEN, "", text)
        return text

    def payload(self):
        """The same for a page's script."""
        letters = {letter.upper(): word.upper() for letter, word in self.letters.items()}
        slips = {self._plain(wrong): words for wrong, words in self.slips.items()}
        return {
            "word": self._plain(self.right),
            "letters": letters,
            "once": self.once,
            "slips": slips,
            "hint": self.hint,
            "wanted": self.wanted,
        }


def _plain(value):
    """A number of any kind as one of Python's own."""
    return int(value) if value == int(value) else float(value)


class _Short(reprlib.Repr):
    """Values in a few words: lists cut after a few entries, numbers to four digits, arrays as lists."""

    def __init__(self):
        super().__init__()
        self.maxlist = self.maxtuple = self.maxdict = 4
        self.maxlevel = 3

    def repr_float(self, value, level):
        return f"{value:.4g}"

    def repr_ndarray(self, value, level):
        return self.repr1(value.tolist(), level)

    def repr_float64(self, value, level):
        return f"{value:.4g}"

    repr_int64 = repr_float64

    def repr_function(self, value, level):
        return getattr(value, "__name__", "a function")

    repr_method = repr_function


short = _Short().repr
