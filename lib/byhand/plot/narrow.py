"""The narrow form of a figure, for phones: panels one below the other, type that can be read, nothing cut off."""

import textwrap
from functools import cache

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.patches import Circle
from matplotlib.text import Text

WIDTH = 3.4  # inches of a narrow figure
TYPE = 8.5  # points of its smallest type
LEAST = 11  # pixels of the page that type has at least
MARGIN, GAP = 0.06, 0.16  # inches around the panels and between them
MANY = 4  # panels; so many stand two in a row


def smallest_type(figure):
    """The size of the smallest type in a figure, in points."""
    return min((text.get_fontsize() for text in texts(figure)), default=TYPE)


def least_width(figure):
    """How many pixels of the page a figure must be wide for its smallest type to have LEAST of them."""
    return round(LEAST * 72 * figure.get_figwidth() / smallest_type(figure))


def texts(figure):
    """All that is written in a figure and can be seen."""
    return [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]


def cut_off(figure):
    """What of a figure that was drawn is not inside it: panels with their labels, and circles cut by their frame."""
    renderer, found = _ruler(figure.dpi), []
    for number, panel in enumerate(figure.axes, 1):
        whole = panel.get_tightbbox(renderer)
        if whole is not None and not _inside(whole, figure.bbox):
            found.append(f"panel {number}")
        frame = panel.get_window_extent(renderer)
        if any(not _inside(each.get_window_extent(renderer), frame) for each in panel.patches if _circle(each)):
            found.append(f"a circle of panel {number}")
    return found


def require_whole(figure, settings=""):
    """Refuse a figure of which something is cut off; `settings`: when that happens, in words."""
    if found := cut_off(figure):
        raise ValueError(f"the figure cuts off {' and '.join(found)}{settings}: make room for it")


@cache
def _ruler(dpi):
    """What tells how large words are."""
    return RendererAgg(1, 1, dpi)


def _inside(box, frame, slack=1.5):
    """Whether a box lies within a frame, but for some pixels."""
    lower, upper = frame.min - slack, frame.max + slack
    return bool(np.all(box.min >= lower) and np.all(box.max <= upper))


def _circle(patch):
    return isinstance(patch, Circle) and patch.get_visible()


def narrow(figure):
    """Turn a figure into its narrow form: WIDTH inches, panels one below the other, no type below TYPE points."""
    groups = _groups(figure)
    heights = [_height(group[0], *(group[0].get_position().size * figure.get_size_inches())) for group in groups]
    for text in texts(figure):
        text.set_fontsize(max(text.get_fontsize(), TYPE))
    for panel in figure.axes:  # one beside another may have left its numbers out
        for axis, group in (("y", panel.get_shared_y_axes()), ("x", panel.get_shared_x_axes())):
            if len({_spot(other) for other in group.get_siblings(panel)}) > 1:
                panel.tick_params(**{"labelleft" if axis == "y" else "labelbottom": True})
    figure.set_size_inches(WIDTH, sum(heights))
    renderer = _ruler(figure.dpi)
    _stack(figure, groups, heights, renderer)
    for panel in figure.axes:
        _make_room(panel, renderer)
    for _ in range(6):  # what labels take of the width depends on the width
        _stack(figure, groups, heights, renderer)
        _break_lines(figure, groups, renderer)
    _stack(figure, groups, heights, renderer)


def _groups(figure):
    """The panels in the order of reading, rows from above and each from the left; those in one place are a group."""
    groups = {}
    for panel in figure.axes:
        groups.setdefault(_spot(panel), []).append(panel)
    return [groups[spot] for spot in sorted(groups, key=lambda spot: (-round((spot[1] + spot[3]) / 2, 1), spot[0]))]


def _spot(panel):
    return tuple(panel.get_position(original=True).extents.round(3).tolist())


def _height(panel, width, height):
    """The height of a panel in its narrow form, in inches; `width`, `height`: those of the wide form."""
    if panel.get_aspect() != "auto":
        return height * min(1, 0.85 * WIDTH / width)
    if not panel.axison:  # a drawing, as of a tree
        return height
    units = np.ptp(panel.get_ylim()) / height, np.ptp(panel.get_xlim()) / width
    if 0.9 < units[0] / units[1] < 1.1 and not _logarithmic(panel):  # angles are right, and stay so
        panel.set_aspect(units[1] / units[0], adjustable="box", anchor="W")
        return min(2.6, 0.85 * WIDTH * height / width)
    return min(height, 1.1 if width < 2 else 2.1)


def _logarithmic(panel):
    return "log" in (panel.get_xscale(), panel.get_yscale())


def _stack(figure, groups, heights, renderer):
    """Give each panel its height and what its labels leave of the width, and the figure the height that is needed."""
    around = [_around(group, renderer) for group in groups]
    columns = _columns(groups)
    rows = [range(i, min(i + columns, len(groups))) for i in range(0, len(groups), columns)]
    tops, bottoms = ([max(around[i][side] for i in row) for row in rows] for side in (1, 3))
    total = sum(tops) + sum(bottoms) + sum(max(heights[i] for i in row) for row in rows)
    total += GAP * (len(rows) - 1) + 2 * MARGIN
    figure.set_size_inches(WIDTH, total)
    y = total - MARGIN
    for row, top, bottom in zip(rows, tops, bottoms, strict=True):
        height = max(heights[i] for i in row)
        y -= top + height
        for i, (start, end) in zip(row, _cells(columns), strict=False):
            left, _, right, _ = around[i]
            for panel in groups[i]:
                panel.set_position(
                    [(start + left) / WIDTH, y / total, (end - start - left - right) / WIDTH, height / total]
                )
        y -= bottom + GAP


def _columns(groups):
    return 2 if len(groups) >= MANY else 1


def _cells(columns):
    """Where the columns of panels begin and end, in inches."""
    wide = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
    return [(MARGIN + k * (wide + GAP), MARGIN + k * (wide + GAP) + wide) for k in range(columns)]


def _around(group, renderer):
    """What the labels of panels in one place take up outside their frame, in inches: left, top, right, bottom."""
    edges = [0.0] * 4
    for panel in group:
        panel.apply_aspect()
        inside, whole = panel.get_window_extent(renderer), panel.get_tightbbox(renderer, for_layout_only=True)
        own = inside.x0 - whole.x0, whole.y1 - inside.y1, whole.x1 - inside.x1, inside.y0 - whole.y0
        edges = [max(edge, more / panel.figure.dpi) for edge, more in zip(edges, own, strict=True)]
    return edges


def _make_room(panel, renderer):
    """Where words collide they get smaller, and numbers below an axis are written aslant."""
    if _collide([label for label in panel.get_xticklabels() if label.get_text()], renderer):
        panel.tick_params(axis="x", labelrotation=45)
    words = [text for text in panel.texts if text.get_visible() and text.get_text().strip()]
    if _collide(words, renderer):
        for text in words:
            text.set_fontsize(min(text.get_fontsize(), TYPE))


def _collide(words, renderer):
    """Whether two of the texts overlap."""
    boxes = [text.get_window_extent(renderer) for text in words]
    return any(boxes[i].overlaps(boxes[k]) for i in range(len(boxes)) for k in range(i))


def _break_lines(figure, groups, renderer):
    """Break titles and names of axes that would be cut off."""
    cells = _cells(_columns(groups))
    for number, group in enumerate(groups):
        start, end = (edge * figure.dpi for edge in cells[number % len(cells)])
        for panel in group:
            titles = (panel.title, panel._left_title, panel._right_title)
            for text in (*titles, panel.xaxis.label):
                box = text.get_window_extent(renderer)
                over = box.x1 - end if text in titles else box.width - (end - start)
                if text.get_text() and over > 1:
                    most = int(len(text.get_text()) * (1 - over / box.width))
                    text.set_text("\n".join(textwrap.wrap(text.get_text().replace("\n", " "), max(most, 8))))
