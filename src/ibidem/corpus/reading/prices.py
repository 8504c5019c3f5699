"""Prices as they stand alone on a page: ¥11,880, "$250", 25,000원, "$25 / month"."""

import re

_PRICE = r"(?:[₩¥$€£]\s?\d[\d,.]{0,16}|\d[\d,.]{0,16}\s?(?:[원円€]|USD|EUR|KRW|JPY))(?:\s?/\s?\w{1,10})?"
_PRICES = re.compile(rf"\s*{_PRICE}(?:\s{_PRICE}){{0,40}}\s*")


def are_prices(text: str) -> bool:
    """Whether a text is a price, or several, and nothing else."""
    return _PRICES.fullmatch(text.replace("￥", "¥")) is not None
