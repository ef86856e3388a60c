"""Addresses of the whole site: home, login, the first owner, new events."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from tournament.views import accounts, clocks, home, new_event, site_backups

urlpatterns = [
    path("", home.home, name="home"),
    path("now/", clocks.server_now, name="now"),
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("first/<str:token>/", accounts.first_owner, name="first-owner"),
    path("password/<str:token>/", accounts.password_link, name="password-link"),
    path("demo/remove/", home.remove_demo, name="remove-demo"),
    path("backups/", site_backups.backups, name="backups"),
    path("backups/make/", site_backups.make, name="backup-make"),
    path("backups/second/", site_backups.second, name="backup-second"),
    path("backups/upload/", site_backups.upload, name="backup-upload"),
    path("backups/<str:name>/", site_backups.backup, name="backup"),
    path("backups/<str:name>/file/", site_backups.download, name="backup-file"),
    path("new/", new_event.choose_rules, name="new-event"),
    path("new/<slug:rulebook>/", new_event.new_event, name="new-event-by"),
    path("new/<slug:rulebook>/plans/", new_event.plan_preview, name="new-event-plans"),
]
