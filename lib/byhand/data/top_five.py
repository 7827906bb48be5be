from byhand.table import Table


def top_five():
    """Eight photographs, the five best guesses of the network AlexNet for each, and what is in them.

    >>> top_five().rows[4]
    ('convertible', 'grille', 'pickup', 'beach wagon', 'fire engine', 'grille')
    """
    rows = (
        ("mite", "black widow", "cockroach", "tick", "starfish", "mite"),
        ("container ship", "lifeboat", "amphibian", "fireboat", "drilling platform", "container ship"),
        ("motor scooter", "go-kart", "moped", "bumper car", "golfcart", "motor scooter"),
        ("leopard", "jaguar", "cheetah", "snow leopard", "Egyptian cat", "leopard"),
        ("convertible", "grille", "pickup", "beach wagon", "fire engine", "grille"),
        ("agaric", "mushroom", "jelly fungus", "gill fungus", "dead-man's-fingers", "mushroom"),
        ("dalmatian", "grape", "elderberry", "Staffordshire bullterrier", "currant", "cherry"),
        ("squirrel monkey", "spider monkey", "titi", "indri", "howler monkey", "Madagascar cat"),
    )
    return Table(("1st", "2nd", "3rd", "4th", "5th", "truth"), rows, "Eight photographs and five guesses for each")
