"""What a person does on the page."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass(frozen=True)
class Reader:
    """A person before the page."""

    page: Page

    @property
    def turns(self) -> Locator:
        return self.page.locator(".turn[data-turn]")

    @property
    def last(self) -> Locator:
        return self.turns.last

    @property
    def beside(self) -> Locator:
        return self.page.locator("#beside")

    @property
    def session_id(self) -> str:
        found = re.search(r"#/s/(\w+)", self.page.url)
        assert found is not None
        return found[1]

    def ask(self, message: str) -> Locator:
        """Asks, and waits for the answer."""
        before = self.turns.count()
        self.send(message)
        expect(self.turns).to_have_count(before + 1)
        return self.last

    def send(self, message: str) -> None:
        self.page.locator("#question").fill(message)
        self.page.keyboard.press("Enter")
