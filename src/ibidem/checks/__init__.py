"""The rule checks of a draft: markers, values, units, codes, quotations, language."""
