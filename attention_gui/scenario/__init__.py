"""What is open: the frozen scenario, its edits, its file, its numbers as text. No Qt."""
