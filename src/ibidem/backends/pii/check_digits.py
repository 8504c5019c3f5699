"""Check digits and dates. Digits come as a string of ASCII digits."""

from datetime import date


def luhn(digits: str) -> bool:
    """ISO/IEC 7812-1, annex B: cards."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def iban(text: str) -> bool:
    """ISO 7064 MOD 97-10 over the rearranged IBAN, without blanks (ISO 13616)."""
    return int("".join(str(int(letter, 36)) for letter in text[4:] + text[:4])) % 97 == 1


def resident_number(digits: str) -> bool:
    """The last of the 13 digits of a Korean resident number; those issued since October 2020 have none."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5), strict=False))
    return (11 - total % 11) % 10 == int(digits[12])


def business_number(digits: str) -> bool:
    """The last of the 10 digits of a Korean business registration number."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, (1, 3, 7, 1, 3, 7, 1, 3, 5), strict=False))
    return (10 - (total + int(digits[8]) * 5 // 10) % 10) % 10 == int(digits[9])


def birth_date(digits: str) -> bool:
    """Whether a Korean resident number begins with a date: YYMMDD, and the seventh digit says which century."""
    century = {"9": 1800, "0": 1800, "1": 1900, "2": 1900, "5": 1900, "6": 1900}.get(digits[6], 2000)
    try:
        date(century + int(digits[:2]), int(digits[2:4]), int(digits[4:6]))
    except ValueError:
        return False
    return True
