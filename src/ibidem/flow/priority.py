"""How what nobody waits for shares a processor with the turns."""

# Whoever asks goes first: at this niceness a process or a thread gets a tenth of the processor that a turn wants too, and all
# that is left.
NICENESS = 10
