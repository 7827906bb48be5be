"""Import Matplotlib in a quarter less time: what no chapter needs comes when somebody asks for it.

- Polar axes, maps and axes in three dimensions are loaded with the first figure that has them.
- Matplotlib writes a list of all properties into the help of every kind of thing it draws; here it does not.
- Pillow learns only the format of our pictures; it learns the others when it meets them.
"""

import gc
import importlib
import sys
import types

POSTPONED = {  # modules, their classes, and what these are called as projections
    "matplotlib.projections.polar": {"PolarAxes": "polar"},
    "matplotlib.projections.geo": {
        f"{name}Axes": name.lower() for name in ("Aitoff", "Hammer", "Lambert", "Mollweide")
    },
    "mpl_toolkits.mplot3d": {"Axes3D": "3d"},
}


def load_matplotlib():
    collecting = gc.isenabled()
    gc.disable()  # nothing of it will be garbage
    try:
        write_no_lists()
        postpone_projections()
        know_one_format()
        import matplotlib.pyplot  # noqa: F401
    finally:
        if collecting:
            gc.enable()


def write_no_lists():
    from matplotlib import _docstring, artist

    artist.Artist._update_set_signature_and_docstring = classmethod(lambda cls: None)
    _docstring._ArtistKwdocLoader.__missing__ = lambda self, key: f"see the setters of {key.split(':')[0]}"


def postpone_projections():
    for module, classes in POSTPONED.items():
        sys.modules[module] = types.ModuleType(module)
        for name, projection in classes.items():
            setattr(sys.modules[module], name, type(name, (), {"name": projection}))
    from matplotlib import projections

    for module in POSTPONED:
        del sys.modules[module]  # who imports it gets the real one
    registry, postponed = projections.projection_registry, dict(POSTPONED)
    find = registry.get_projection_class

    def get_projection_class(name, *args, **options):
        for module in [module for module, classes in postponed.items() if name in classes.values()]:
            bring(module, postponed.pop(module))
        return find(name, *args, **options)

    def bring(module, classes):
        for name in classes:
            real = getattr(importlib.import_module(module), name)
            registry.register(real)
            for user in (projections, sys.modules.get("matplotlib.pyplot")):
                if hasattr(user, name):
                    setattr(user, name, real)

    registry.get_projection_class = get_projection_class


def know_one_format():
    from PIL import Image, PngImagePlugin  # noqa: F401

    Image._initialized = max(Image._initialized, 1)
