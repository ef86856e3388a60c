"""Settings of the site, one file, all from the environment (README.md lists the variables)."""

import secrets
from pathlib import Path

from csp.constants import NONE, SELF

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(environment.env.str("GUANSAI_DATA", "") or BASE_DIR / "data").resolve()

# A second folder for copies of the site, such as a USB stick; the page names one where this is empty.
BACKUP_TO = environment.env.str("GUANSAI_BACKUP_TO", "").strip()

# Commands run without a key: they get one that dies with the process, so that nothing can be forged with it.
SECRET_KEY_GIVEN = environment.secret_key()
SECRET_KEY = SECRET_KEY_GIVEN or secrets.token_urlsafe(50)
DEBUG = environment.flag("DEBUG")

# The star hands the question over to config.hosts, which reads the rest and knows private addresses.
KNOWN_HOSTS, LAN_HOSTS = environment.hosts()
ALLOWED_HOSTS = ["*", *KNOWN_HOSTS]
CSRF_TRUSTED_ORIGINS = environment.origins()
PROXY = environment.proxy()
# Set by `manage.py serve` alone: what phones in the hall type, for pages opened as 127.0.0.1 on the laptop.
HALL_ADDRESS = environment.env.str("GUANSAI_HALL_ADDRESS", "")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "tournament.Person"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "django_tables2",
    "django_filters",
    "tournament",
]
MIDDLEWARE = [
    "config.unchanged.UnchangedMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # before the hosts: a refusal too has its style
    "config.hosts.KnownHostsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.hosts.UnnamedOriginMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.refusals.RestoreMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.database(DATA_DIR)}
CACHES = {"default": environment.cache()}

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = environment.time_zone()
USE_TZ = True

DJANGO_TABLES2_TEMPLATE = "components/table.html"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.DatedStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True  # straight from the project and its packages: no collectstatic in the hall
WHITENOISE_MAX_AGE = 24 * 60 * 60  # seconds; the address changes with the file, see config.static

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"

# A whole hall shares few addresses behind one router, so a lock is for one name from one address.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_CALLABLE = "config.refusals.too_many_logins"
AXES_CLIENT_IP_CALLABLE = "config.hosts.client_address"
AXES_DISABLE_ACCESS_LOG = True  # who logged in when is not ours to keep
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

SESSION_COOKIE_NAME = "guansai_session"
CSRF_COOKIE_NAME = "guansai_csrf"
CSRF_FAILURE_VIEW = "config.refusals.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PROXY == "https"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY == "https" else None
# Told to browsers over https only, and holds for names, never for the hall's numbers.
SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60 if PROXY == "https" else 0
SILENCED_SYSTEM_CHECKS = [
    # The proxy sends people from http to https. Done here, one that forgets X-Forwarded-Proto would send them
    # round in circles instead of getting the page that names it, and the hall's addresses have no https.
    "security.W008",
    # Names below ours, and the lists built into browsers, are for the domain's owner to decide.
    "security.W005",
    "security.W021",
]
# "same-origin" keeps our addresses private and still lets browsers say where a form came from;
# "no-referrer" would make them send "Origin: null", which no form survives.
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this one over http, and complain.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PROXY == "https" else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # a grid of 2,000 pairs in one form

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Without this, Django mails our bugs to nobody once DEBUG is off.
    # A page that is not there or a refused form is no fault of ours: only errors are written down.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "ERROR"},
        "axes": {"level": "ERROR"},
    },
}
