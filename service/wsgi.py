"""What gunicorn runs: `service.wsgi:app`."""

import os

from service.app import create_app
from service.config import load

app = create_app(load(os.environ))
