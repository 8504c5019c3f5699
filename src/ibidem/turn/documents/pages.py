"""How many of the passages found a turn reads."""

PASSAGES = 10  # looked at by the steps that follow a search; an answer quotes from the first few
PAGES, MORE_PAGES = 5, 10  # read around a passage at first, and after an unsupported draft
