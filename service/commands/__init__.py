"""Every command of `intramuros` but `play`, a file each, and the processes that `serve` keeps running."""
