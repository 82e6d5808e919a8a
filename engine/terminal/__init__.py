"""What rulesets need to look well in a terminal: colours by their names, drawings side by side."""
