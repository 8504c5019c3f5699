"""What steps need to make an answer: quotations, citations, refusals."""
