"""What the commonest requests do, from a call to its answer; Flask's views and the fast path ask the same handlers."""
