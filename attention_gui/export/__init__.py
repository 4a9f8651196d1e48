"""What leaves the program: result files and pictures."""
