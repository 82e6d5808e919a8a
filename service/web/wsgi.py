"""What gunicorn runs: `service.web.wsgi:app`."""

import os

from engine.rulesets import NAMES, ruleset
from service.config import load
from service.web.app import create_app

app = create_app(load(os.environ))
for name in NAMES:
    ruleset(name)
