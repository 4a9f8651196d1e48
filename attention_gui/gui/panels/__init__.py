"""The panels of the board, one file a kind of panel."""
