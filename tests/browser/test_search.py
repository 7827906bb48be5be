"""The search page: what a student types leads to the chapter, then to the definition, also in a folder on disk."""

import re

import pytest
from served import SITE

FIRST = {  # what is typed, and the chapter that should come first
    "backpropagation": "19b",
    "back-propagation": "19b",
    "back propagation": "19b",
    "k-NN": "12",
    "kNN": "12",
    "nearest neighbor": "12",
    "nearest neighbours": "12",
    "SVM": "15a",
    "support vector machine": "15a",
    "overfitting": "4a",
    "bandwidth": "25a",
    "naive bayes": "11",
    "laplace smoothing": "11",
    "decision tree": "13a",
    "pruning": "13b",
    "entropy": "2b",
    "gradient descent": "8a",
    "learning rate": "8a",
    "momentum": "8b",
    "perceptron": "14a",
    "dropout": "19c",
    "kernel trick": "15b",
    "support vector regression": "15b",
    "SMO": "15c",
    "HMM": "26",
    "Viterbi": "26",
    "curse of dimensionality": "12",
    "least squares": "6a",
    "prediction interval": "6a",
    "interaction": "6b",
    "XOR": "19a",
    "what is weight decay": "19c",
}
FIELD = ".bd-search-container input[name=q]"
NO_TERM = {"XOR"}  # the glossary has none of this name


@pytest.fixture(scope="module")
def search(opener):
    """A function: the results for a query, each as (class, link, text), on a page that is opened once."""
    opened = opener("search.html")

    def search(query):
        opened.page.locator(FIELD).fill(query)
        return opened.page.locator(".found > li").evaluate_all(
            "all => all.map(e => [e.className, e.querySelector('a').getAttribute('href'), e.innerText])"
        )

    yield search
    assert opened.problems == []
    opened.page.close()


@pytest.mark.parametrize(("query", "chapter"), FIRST.items())
def test_the_chapter_comes_first_and_the_definition_second(search, query, chapter):
    (kind, address, words), *others = search(query)
    assert kind == "found-chapter" and re.match(rf"notebooks/0?{chapter}-", address), address
    assert words.startswith(f"{chapter} ")
    if query not in NO_TERM:
        kind, address, words = others[0]
        assert kind == "found-term" and address.startswith("book/glossary.html#term-")
        assert len(words.partition("\n")[2]) > 40, "the definition is not shown"


@pytest.mark.parametrize(
    "spellings",
    [
        ["back-propagation", "backpropagation", "Back Propagation"],
        ["k-NN", "kNN", "knn", "k-nearest neighbours", "k-nearest neighbors"],
        ["SVM", "support vector machines"],
        ["regularisation", "regularization"],
    ],
    ids=lambda spellings: spellings[0],
)
def test_spellings_and_synonyms_find_the_same(search, spellings):
    found = [[address.partition("#")[0] for _, address, _ in search(spelling)[:10]] for spelling in spellings]
    assert found[0] and found == [found[0]] * len(found)


@pytest.mark.parametrize("query", FIRST)
def test_snippets_are_plain_words(search, query):
    for _, _, words in search(query):
        found = re.search(r"[\\{}`$]|<\w|#$|\b[a-z]+\d{4}\b|Hide the code", words)
        assert not found, f"{found[0]!r} in {words}"


def test_nothing_found_is_said(open_page):
    page = open_page("search.html?q=zyzzyva").page
    assert page.locator(".found > li").count() == 0
    assert page.locator(".found-status").inner_text().startswith("Nothing found.")


def test_a_query_in_the_address_is_searched_and_its_page_opened(open_page):
    opened = open_page("search.html?q=Laplace+smoothing")
    assert opened.page.locator(FIELD).input_value() == "Laplace smoothing"
    assert opened.page.locator(".found-status").get_attribute("role") == "status"
    opened.page.locator(".found > li a").first.click()
    opened.page.wait_for_url("**/11-naive-bayes.html#*")
    opened.page.locator(".highlighted").first.wait_for(state="attached")
    assert opened.problems == []


def test_a_folder_opened_from_disk_can_be_searched(browser):
    page = browser.new_page()
    page.goto(f"{(SITE / 'search.html').as_uri()}?q=kNN")
    assert page.locator(".found > li a").first.get_attribute("href").startswith("notebooks/12-")
    assert "majority class" in page.locator(".found-term").inner_text()
    page.close()
