"""What Matplotlib asks for as its backend: figures are drawn by Agg and shown by the page."""

from byhand_page.kernel import show  # noqa: F401
from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas  # noqa: F401
