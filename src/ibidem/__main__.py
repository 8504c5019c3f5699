"""`ibidem` and `python -m ibidem`."""

from ibidem.cli.main import main

if __name__ == "__main__":
    main()
