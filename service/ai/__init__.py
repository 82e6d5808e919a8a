"""Who plays when an AI owes a decision: which AIs there are, when they are asked, what they advise, and what happens when they fail."""
