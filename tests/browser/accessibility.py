"""What axe says about a page, in a small part of the time: see accessibility.js."""

from pathlib import Path

AXE = Path(__file__).parents[2] / ".cache" / "axe" / "axe.min.js"
SHORT_WAY = Path(__file__).with_name("accessibility.js")


def axe_violations(page, only_colours=False):
    """Serious and critical findings of axe, each with its rule, help and first targets."""
    found = findings(page, "accessibility", only_colours)
    return [
        f"axe {v['id']}: {v['help']} ({len(v['nodes'])}): "
        + "; ".join(f"{node['target']} {node['html'][:160]}" for node in v["nodes"][:3])
        for v in found
    ]


def findings(page, way, *arguments):
    if not page.evaluate("() => 'accessibility' in window"):
        page.add_script_tag(path=AXE)
        page.add_script_tag(path=SHORT_WAY)
    return page.evaluate(f"arguments => window.{way}(...arguments)", arguments)


def turn_dark(page):
    """Switch an open page to the dark scheme, as a reader's system does in the evening."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]", state="attached")
