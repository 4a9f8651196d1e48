"""Tool windows beside the board: the gradient check and the studies."""
