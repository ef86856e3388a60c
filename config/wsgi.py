"""The WSGI entry point that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

from config.charsets import in_utf8  # noqa: E402 - as the next lines
from config.first_process import stop_with_first_process  # noqa: E402
from config.unchanged import unchanged_first  # noqa: E402 - needs the settings that were just set up

application = in_utf8(unchanged_first(django_application))
stop_with_first_process()
