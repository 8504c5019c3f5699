"""Every socket of ibidem. A method's docstring is its contract, and `ibidem.testing` has the suite that checks it.

Who may read a document is decided here and nowhere above: every method that returns something of a document or a session takes
the principal, and what that principal may not read is answered exactly as what does not exist.
"""
