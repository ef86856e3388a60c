"""Every address of the site, list by list: which list a view is in tells who may open it."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournament.urls.site")),
    path("", include("tournament.urls.public")),
    path("", include("tournament.urls.director")),
    path("", include("tournament.urls.tables")),
    path("i18n/", include("django.conf.urls.i18n")),
]
