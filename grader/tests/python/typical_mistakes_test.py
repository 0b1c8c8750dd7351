"""The page for students says what typical mistakes cost. The table is made by grading them."""

import needs
import typical_mistakes


@needs.sandbox
def test_the_page_says_what_typical_mistakes_cost(tmp_path):
    assert typical_mistakes.shown_table() == typical_mistakes.made_table(tmp_path)
