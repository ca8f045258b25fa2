"""Black Crystal: dwarfs dig a mine, find a crystal and fight their way out."""
