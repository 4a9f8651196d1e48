"""Data files of the program; read them through `attention_gui.assets`."""
