"""Numbers as lists write them."""

_GANADA = "가나다라마바사아자차카타파하"
_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノ"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネ"
_KANJI = "一二三四五六七八九十"
_ROMAN = (("x", 10), ("ix", 9), ("v", 5), ("iv", 4), ("i", 1))
_LONGEST_ROMAN = 200


def written(number: int, number_format: str) -> str:
    """A number in a format, by its name in Word; formats that are rare in our languages are written in digits."""
    match number_format:
        case "lowerLetter" | "upperLetter" if 1 <= number <= 26:
            return chr((97 if number_format == "lowerLetter" else 65) + number - 1)
        case "lowerRoman" if 1 <= number <= _LONGEST_ROMAN:
            return _roman(number)
        case "upperRoman" if 1 <= number <= _LONGEST_ROMAN:
            return _roman(number).upper()
        case "ganada" if 1 <= number <= len(_GANADA):
            return _GANADA[number - 1]
        case "aiueo" | "aiueoFullWidth" if 1 <= number <= len(_AIUEO):
            return _AIUEO[number - 1]
        case "iroha" | "irohaFullWidth" if 1 <= number <= len(_IROHA):
            return _IROHA[number - 1]
        case "japaneseCounting" | "ideographDigital" if 1 <= number <= len(_KANJI):
            return _KANJI[number - 1]
        case "decimalEnclosedCircle" if 1 <= number <= 20:
            return chr(0x2460 + number - 1)
        case _:
            return str(number)


def _roman(number: int) -> str:
    said = ""
    for letters, value in _ROMAN:
        said += letters * (number // value)
        number %= value
    return said
