"""The window: everything here may use Qt; nothing below this package may."""
