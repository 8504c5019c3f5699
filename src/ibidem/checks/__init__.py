"""What is checked by rule in a draft: markers, values, units, codes, quotations, language."""
