"""What gunicorn runs: `service.wsgi:app`."""

import os

from engine.rulesets import NAMES, ruleset
from service.app import create_app
from service.config import load

app = create_app(load(os.environ))
for name in NAMES:
    ruleset(name)
