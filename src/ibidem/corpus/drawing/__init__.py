"""Pages of PDFs and scans as pictures, and the places of cited words on them."""
