"""One chat turn as typed steps; `diagram` is the table of its arrows."""
