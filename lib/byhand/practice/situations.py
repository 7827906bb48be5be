"""Situations in which something is to be learned, for problems that ask what kind of learning it is."""

from dataclasses import dataclass

SUPERVISED, UNSUPERVISED, REINFORCEMENT = KINDS_OF_LEARNING = "supervised", "unsupervised", "reinforcement"
OUTPUTS = {  # what comes out, and the kind of learning that it goes with
    "one of two classes": SUPERVISED,
    "one of several classes": SUPERVISED,
    "a number": SUPERVISED,
    "an order": SUPERVISED,
    "groups": UNSUPERVISED,
    "fewer columns": UNSUPERVISED,
    "odd ones out": UNSUPERVISED,
    "actions": REINFORCEMENT,
}
TWO, SEVERAL, NUMBER, ORDER, GROUPS, FEWER, ODD, ACTIONS = OUTPUTS


@dataclass(frozen=True)
class Situation:
    """A situation: what is told of it, and what is asked.

    `output`: one of OUTPUTS; `noted`: what is known of each example, the answer last where answers are known; `story`:
    holds {n}, the number of examples, and {noted}; `task`, `measure`, `experience`: T, P and E in a few words.
    """

    output: str
    story: str
    noted: tuple
    task: str
    measure: str
    experience: str

    @property
    def kind(self):
        """The kind of learning."""
        return OUTPUTS[self.output]

    @property
    def features(self):
        """What describes an example: all that is noted, but not the answer."""
        return self.noted[:-1] if self.kind == SUPERVISED else self.noted

    def told(self, n):
        """The story with its numbers."""
        return self.story.format(n=n, noted=listed(self.noted))


def listed(words):
    """Words in a row: a, b and c.

    >>> listed(["area", "floor", "price"])
    'area, floor and price'
    """
    *others, last = words or [""]
    return f"{', '.join(others)} and {last}" if others else last


BANK = (
    # one of two classes
    Situation(
        TWO,
        "A library wonders which books will come back late. It looks up its last {n} loans. On record for each: "
        "{noted}.",
        ("number of pages", "age of the borrower", "weeks until the holidays", "whether it came back late"),
        "say whether a loan will come back late",
        "the share of loans judged rightly",
        "{n} past loans and how each of them ended",
    ),
    Situation(
        TWO,
        "A mail program is to keep advertisements out of the inbox. Readers have gone through {n} messages. "
        "Stored with each: {noted}.",
        ("length", "number of links", "number of capital letters", "verdict (spam or not)"),
        "tell spam from other mail",
        "the share of messages sorted rightly",
        "{n} messages that readers have judged",
    ),
    Situation(
        TWO,
        "A bank looks back on {n} loans before it decides on the next applicant. Known about each: {noted}.",
        ("income", "sum borrowed", "years in the job", "number of cards", "whether it was paid back"),
        "say whether an applicant will pay back",
        "the share of loans foreseen rightly",
        "{n} old loans, paid back or not",
    ),
    Situation(
        TWO,
        "An app is to tell walkers which mushrooms to leave alone. It draws on {n} finds. Known about each: {noted}.",
        ("cap width", "stem height", "colour", "smell", "whether it was poisonous"),
        "say whether a mushroom is poisonous",
        "the share of finds named rightly",
        "{n} finds that experts have judged",
    ),
    Situation(
        TWO,
        "A telephone company wants to know who is about to leave, and looks at {n} customers of last year. Known "
        "about each: {noted}.",
        ("monthly bill", "calls to the help desk", "months as a customer", "whether they left"),
        "say whether a customer will leave",
        "the share of customers judged rightly",
        "{n} customers of last year, gone or still there",
    ),
    Situation(
        TWO,
        "A clinic has photographs of {n} moles. Known about each, the last from the laboratory: {noted}.",
        ("width", "darkness", "roughness of the edge", "whether it was harmful"),
        "say whether a mole is harmful",
        "the share of moles judged rightly",
        "{n} moles with the finding of the laboratory",
    ),
    Situation(
        TWO,
        "An airline wants to warn its passengers a day ahead, and has a list of {n} flights. Noted for each: {noted}.",
        ("distance", "hour of departure", "wind", "rain", "whether the flight was late"),
        "say whether tomorrow's flight will be late",
        "the share of flights foreseen rightly",
        "{n} past flights, late or on time",
    ),
    # one of several classes
    Situation(
        SEVERAL,
        "Letters come in by the minute at a sorting office. It has scanned {n} digits. Known about each: {noted}.",
        ("height", "width", "number of loops", "amount of ink", "the digit that a clerk read (0 to 9)"),
        "read a handwritten digit",
        "the share of digits read rightly",
        "{n} digits that clerks have read",
    ),
    Situation(
        SEVERAL,
        "Which iris is it that grows in my garden? A naturalist has measured {n} irises of three species. Noted "
        "for each: {noted}.",
        ("sepal length", "sepal width", "petal length", "petal width", "species"),
        "name the species of an iris",
        "the share of flowers named rightly",
        "{n} flowers whose species is known",
    ),
    Situation(
        SEVERAL,
        "A newspaper wants each article to appear in the right section: politics, sport, culture or science. "
        "Known about {n} articles in its archive: {noted}.",
        ("length", "number of names", "number of figures", "the section it appeared in"),
        "choose the section for an article",
        "the share of articles put where the editors would",
        "{n} articles of the archive with their sections",
    ),
    Situation(
        SEVERAL,
        "A phone records how its owner moves. The owner has marked {n} minutes as walking, running, cycling or "
        "resting. Known about each: {noted}.",
        ("strength of the shaking", "its rhythm", "speed", "what the owner was doing"),
        "say what the owner is doing",
        "the share of minutes named rightly",
        "{n} minutes that the owner has marked",
    ),
    Situation(
        SEVERAL,
        "A museum has a painting without a signature, and {n} others by five painters whose names are certain. "
        "Known about each: {noted}.",
        ("year", "width", "height", "share of blue", "painter"),
        "name the painter of a picture",
        "the share of pictures given to their painter",
        "{n} paintings whose painter is certain",
    ),
    Situation(
        SEVERAL,
        "Microphones in a wood have caught {n} songs of blackbird, robin, wren and thrush. Known about each: {noted}.",
        ("highest note", "lowest note", "length", "notes in a second", "the bird that a listener named"),
        "say which bird is singing",
        "the share of songs named rightly",
        "{n} songs that a listener has named",
    ),
    Situation(
        SEVERAL,
        "A recycling plant has sent {n} pieces past a camera, and the next piece is on the belt. Noted for each: "
        "{noted}.",
        ("weight", "length", "shine", "the bin it belonged in (glass, metal, paper or plastic)"),
        "choose the bin for a piece of waste",
        "the share of pieces in the right bin",
        "{n} pieces and the bins that they belonged in",
    ),
    # a number
    Situation(
        NUMBER,
        "An estate agent has a new flat to value. Noted for {n} flats that were sold this year: {noted}.",
        ("area", "floor", "age of the house", "price"),
        "say what a flat will sell for",
        "how far the estimates are from the prices, on average",
        "{n} flats with the prices they fetched",
    ),
    Situation(
        NUMBER,
        "A power station plans for tomorrow. Known about {n} past days: {noted}.",
        ("temperature", "weekday", "hours of sunshine", "power used"),
        "foresee how much power will be used tomorrow",
        "the average error in megawatts",
        "{n} past days and the power used on each",
    ),
    Situation(
        NUMBER,
        "A courier wants to tell his customers when to expect him. Noted for {n} trips: {noted}.",
        ("distance", "hour", "number of traffic lights", "rain", "minutes taken"),
        "say how many minutes a trip will take",
        "the average error in minutes",
        "{n} trips and the time that each took",
    ),
    Situation(
        NUMBER,
        "A baker is tired of throwing bread away. She has kept a diary of {n} mornings: {noted}.",
        ("weekday", "temperature", "whether it was a holiday", "loaves sold"),
        "say how many loaves will be sold",
        "the average number of loaves too many or too few",
        "{n} mornings and the loaves sold on each",
    ),
    Situation(
        NUMBER,
        "A hospital has X-rays of {n} children's hands. Known about each, the last from the birth certificate: "
        "{noted}.",
        ("length of the wrist bones", "width of the joints", "number of visible bones", "age"),
        "tell a child's age from an X-ray",
        "the average error in months",
        "{n} X-rays of children whose age is known",
    ),
    Situation(
        NUMBER,
        "What will this year's wine be worth? A merchant has kept a book of {n} wines. Noted for each: {noted}.",
        ("rain in its winter", "warmth of its summer", "rain at its harvest", "price after ten years"),
        "say what a wine will be worth",
        "the average error in euros",
        "{n} wines and their later prices",
    ),
    Situation(
        NUMBER,
        "Engineers have crushed {n} blocks of concrete, and want to spare the next one. Noted for each: {noted}.",
        ("cement", "water", "sand", "age in days", "load at which it broke"),
        "say at which load a mixture will break",
        "the average error in kilonewtons",
        "{n} crushed blocks and their breaking loads",
    ),
    Situation(
        NUMBER,
        "A lake warden has taken {n} samples of water. Noted for each: {noted}. The last takes the laboratory a "
        "week, the others take a minute.",
        ("temperature", "murkiness", "acidity", "number of bacteria"),
        "estimate the number of bacteria without the laboratory",
        "how far the estimates are from the counts, on average",
        "{n} samples with the counts of the laboratory",
    ),
    # an order
    Situation(
        ORDER,
        "A library catalogue shows ten books for each search, and the most useful should stand on top. Known about "
        "{n} books that were shown: {noted}.",
        ("words shared with the search", "age of the book", "loans", "how useful readers found it"),
        "put the books of a search in order of use",
        "how often the more useful of two books stands higher",
        "{n} books shown, with the readers' verdicts",
    ),
    Situation(
        ORDER,
        "A radio station lines up songs for the evening, the best liked first. Listeners have judged {n} songs. "
        "Known about each: {noted}.",
        ("tempo", "year", "length", "grade"),
        "line up songs, the best liked first",
        "how often the better liked of two songs comes first",
        "{n} songs with the listeners' grades",
    ),
    # groups
    Situation(
        GROUPS,
        "A shop wants to write a handful of letters, each to customers who shop alike. All it knows of its {n} "
        "customers: {noted}.",
        ("visits a month", "money spent", "share of fresh food"),
        "divide customers into kinds that shop alike",
        "how alike the customers of one kind are",
        "{n} customers and what they buy",
    ),
    Situation(
        GROUPS,
        "Biologists have measured {n} cells from one drop of blood. Nobody has named their kinds, or knows how "
        "many there are. Noted for each: {noted}.",
        ("size", "roughness", "brightness", "share of protein"),
        "divide cells into kinds that nobody has named",
        "how alike the cells of one kind are",
        "measurements of {n} cells",
    ),
    Situation(
        GROUPS,
        "An archive has received {n} unsorted letters, and wants piles of letters on the same subject. Counted in "
        "each: {noted}.",
        ("words about money", "words about family", "words about travel", "words about health"),
        "make piles of letters on the same subject",
        "how alike the letters of a pile are",
        "the words of {n} letters",
    ),
    Situation(
        GROUPS,
        "A city wants to build taxi ranks where rides begin in clusters. Known about {n} rides: {noted}.",
        ("longitude of the start", "latitude of the start", "hour"),
        "find places where many rides begin",
        "how near rides are to the middle of their cluster",
        "the starts of {n} rides",
    ),
    Situation(
        GROUPS,
        "A school of music has {n} folk tunes that were never sorted, and asks which families of tunes there are. "
        "Noted for each: {noted}.",
        ("length", "number of notes", "largest leap", "share of long notes", "tempo"),
        "find families of tunes",
        "how alike the tunes of a family are",
        "{n} unsorted tunes",
    ),
    Situation(
        GROUPS,
        "An astronomer has measured {n} stars. No catalogue says which of them were born together. Noted for each: "
        "{noted}.",
        ("brightness", "colour", "speed", "distance"),
        "find stars that were born together",
        "how alike the stars of a family are",
        "measurements of {n} stars",
    ),
    Situation(
        GROUPS,
        "A holiday firm wants to invent a few package tours, each for guests of one taste. All it knows of {n} "
        "guests: {noted}.",
        ("days by the sea", "days in museums", "money spent on food"),
        "divide guests by taste",
        "how alike the guests of one group are",
        "{n} guests and how they spent their days",
    ),
    # fewer columns
    Situation(
        FEWER,
        "A survey asked {n} people for six grades: {noted}. To draw everybody on one sheet of paper, two numbers "
        "for each person must do.",
        ("schools", "roads", "parks", "shops", "safety", "buses"),
        "describe each person by two numbers",
        "how much of the differences between people is kept",
        "the grades that {n} people gave",
    ),
    Situation(
        FEWER,
        "A satellite has a slow line, and fewer numbers must carry nearly the same. Measured for {n} fields: {noted}.",
        ("red light", "green light", "blue light", "infrared light", "heat"),
        "replace the measurements by fewer numbers",
        "how well the measurements can be restored",
        "measurements of {n} fields",
    ),
    Situation(
        FEWER,
        "Trainers suspect that two or three hidden abilities explain everything. Measured for {n} athletes: {noted}.",
        ("time in the sprint", "time over hurdles", "long jump", "shot put", "time for the mile"),
        "find a few numbers that stand for all results",
        "how much of the differences between athletes is kept",
        "the results of {n} athletes",
    ),
    Situation(
        FEWER,
        "A geneticist wants to see {n} mice in one flat picture, similar mice close together. Measured for each: "
        "{noted}.",
        ("gene one", "gene two", "gene three", "gene four", "gene five", "gene six"),
        "place mice on a plane, similar ones close together",
        "how well near and far are kept",
        "the genes of {n} mice",
    ),
    Situation(
        FEWER,
        "Visitors to a museum of sounds should find its {n} bells on a map with two axes. Measured for each: {noted}.",
        ("lowest note", "second note", "third note", "loudness", "length of the ring"),
        "give each bell a place on a flat map",
        "how well similar bells end up close together",
        "measurements of {n} bells",
    ),
    # odd ones out
    Situation(
        ODD,
        "Which payments are so unusual that somebody should call the owner of the card? Nobody has marked any. "
        "Known about {n} payments: {noted}.",
        ("amount", "hour", "distance from home", "days since the last one"),
        "flag payments that are unlike the rest",
        "the share of calls that turn out to be needed",
        "{n} payments, none of them marked",
    ),
    Situation(
        ODD,
        "A monitor is to learn from {n} ordinary minutes of a pump when something is unlike anything before. "
        "Measured in each: {noted}.",
        ("pressure", "heat", "noise", "current"),
        "raise the alarm when the pump is not itself",
        "faults found, against false alarms",
        "{n} ordinary minutes of the pump",
    ),
    Situation(
        ODD,
        "A water company looks for leaks; where they are, nobody knows. Known about {n} houses: {noted}.",
        ("use by day", "use by night", "people in the house"),
        "point out houses that use water unlike others",
        "the share of visits that find a leak",
        "the water use of {n} houses",
    ),
    Situation(
        ODD,
        "An election office wants to recount a few polling stations: those least like the others. Known about {n} "
        "stations: {noted}.",
        ("turnout", "share of blank votes", "minutes of counting"),
        "name the stations that are least like the others",
        "the share of recounts that change something",
        "the reports of {n} stations",
    ),
    # actions
    Situation(
        ACTIONS,
        "A program plays {n} games of draughts against itself. Nobody says which moves were good; after each game "
        "it learns only whether it has won.",
        (),
        "choose the next move",
        "the share of games won",
        "{n} games against itself, won or lost",
    ),
    Situation(
        ACTIONS,
        "A robot is to walk through a warehouse. In {n} attempts it gets a point whenever it arrives and loses one "
        "whenever it bumps into a shelf.",
        (),
        "choose where to step next",
        "points collected on a walk",
        "{n} attempts with their points",
    ),
    Situation(
        ACTIONS,
        "A thermostat tries settings for {n} days. Each evening it is told what the day cost and how often somebody "
        "complained, but never what it should have done.",
        (),
        "choose the heating for the next hour",
        "a day's cost and complaints together",
        "{n} days of trying, with the bill for each",
    ),
    Situation(
        ACTIONS,
        "For {n} hours, the traffic lights at a crossing try out rhythms. All they learn is how long cars had to wait.",
        (),
        "choose which light turns green next",
        "how long cars wait on average",
        "{n} hours of rhythms tried and waits counted",
    ),
    Situation(
        ACTIONS,
        "A dog trainer's toy throws a ball {n} times. The dog gets a biscuit when it brings the ball back, and works "
        "out the rest for itself.",
        (),
        "choose what to do when the ball flies",
        "biscuits earned",
        "{n} throws, some with a biscuit",
    ),
    Situation(
        ACTIONS,
        "A web page shows one of three headlines to each of {n} visitors, sees who clicks, and changes the mixture as "
        "it goes along.",
        (),
        "choose the headline for the next visitor",
        "clicks among the visitors",
        "{n} visits, clicked or not",
    ),
)
