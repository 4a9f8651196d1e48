"""Teach scaled dot-product attention: every number visible, editable and explained."""
