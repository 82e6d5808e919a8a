"""The files for operators, each checked by its own tool and tried for real where that is possible."""
