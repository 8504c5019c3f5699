"""`ibidem mask`: lines with their personal data replaced."""

import io
import json
import secrets
import sys
from typing import TextIO

import click

from ibidem.backends.pii.finder import RuleFinder
from ibidem.cli.options import configured
from ibidem.cli.printing import say
from ibidem.privacy.masker import Masker, replaced
from ibidem.privacy.placeholders import Placeholders
from ibidem.profile import load_profile
from ibidem.settings import Settings


@click.command(help="Read lines, and print them with their personal data replaced by placeholders.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print an object a line: `text` (masked) and `spans` of the line as it came."
)
@configured
def mask(settings: Settings, *, as_json: bool) -> None:
    policy = load_profile(settings.profile).masking
    masker = Masker(RuleFinder(), policy.kinds, policy.patterns)
    placeholders = Placeholders(secrets.token_bytes(32))
    lines: TextIO = sys.stdin
    if isinstance(lines, io.TextIOWrapper):
        lines.reconfigure(encoding="utf-8", errors="replace")
    for line in lines:
        text = line.removesuffix("\n")
        data = masker.find(text)
        masked = replaced(text, data, placeholders)
        if as_json:
            spans = [{"start": datum.start, "end": datum.end, "type": datum.kind} for datum in data]
            click.echo(json.dumps({"text": masked, "spans": spans}, ensure_ascii=False))
        else:
            say(masked)
