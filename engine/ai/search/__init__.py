"""Ways to find a good move, each in a file of its own; none of them knows a ruleset."""
