"""How much of the documents found a turn reads."""

PASSAGES = 10  # looked at by the steps that follow a search; an answer quotes from the first few
PAGES, MORE_PAGES = 5, 10  # read around a passage at first, and when a draft from those was not borne out
