"""Fixtures that load stored results and make pages from them."""

import pytest

import stored_results


@pytest.fixture(name="stored")
def give_stored():
    return stored_results.load


@pytest.fixture(name="page_of")
def give_page():
    return stored_results.make_page
