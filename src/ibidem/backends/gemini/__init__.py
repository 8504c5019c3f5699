"""Google's Gemini API: its models, and File Search, which answers from stores of its own."""
