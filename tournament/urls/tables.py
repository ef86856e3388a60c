"""Addresses behind the codes on the tables: who holds one may see its table, and enter what the event lets
him enter there. Every view here is guarded by `views.table_guard`."""

from django.urls import path, re_path

from tournament.views import table_deals, table_ending, table_page, table_steps, table_worker

# Exactly what tokens are made of: anything else is no address of ours and asks the database nothing.
TABLE = r"^t/(?P<token>[A-Za-z0-9_-]{22})/"

urlpatterns = [
    re_path(TABLE + r"$", table_page.table_page, name="table-page"),
    re_path(TABLE + r"news/$", table_page.table_news, name="table-news"),
    re_path(TABLE + r"look/$", table_page.table_look, name="table-look"),
    re_path(TABLE + r"deals/$", table_deals.deals, name="table-deals"),
    re_path(TABLE + r"deals/tap/$", table_deals.tap, name="table-tap"),
    re_path(TABLE + r"deals/rule/$", table_deals.rule, name="table-rule"),
    re_path(TABLE + r"deals/end/$", table_ending.ending, name="table-end"),
    re_path(TABLE + r"deals/ladder/(?P<key>[0-9a-f]{20})\.json$", table_deals.ladder, name="table-ladder"),
    path("t/worker.js", table_worker.worker, name="table-worker"),
    re_path(TABLE + r"do/(?P<step>[a-z-]{1,20})/$", table_steps.act, name="table-act"),
]
