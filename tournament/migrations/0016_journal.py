from typing import Any

from django.db import migrations, models

PAIRS = ("number", "numbers", "pair", "ns", "ew", "first", "second", "reserve", "house", "other")
NO_PAIRS = (
    "publish_groups", "publish_pairings", "publish_standings", "withdraw_publication", "set_screen",
    "remove_screen", "announce", "announce_at_once", "withdraw_announcement", "interrupt_screens",
    "resume_screens",
)  # fmt: skip


def marks(codes: dict[str, Any], keys: tuple[str, ...]) -> str:
    values = [codes[key] for key in keys if key in codes]
    each = [one for value in values for one in (value if isinstance(value, list) else [value])]
    numbers = sorted({one for one in each if type(one) is int and one > 0})
    return f",{','.join(map(str, numbers))}," if numbers else ""


def find_by_number(apps: Any, schema_editor: Any) -> None:
    """Lines written so far are found by the pairs and tables that they name."""
    Entry = apps.get_model("tournament", "Entry")
    changed = []
    for entry in Entry.objects.order_by("pk").iterator(chunk_size=2000):
        entry.pairs = "" if entry.verb in NO_PAIRS else marks(entry.codes, PAIRS)
        entry.tables = marks(entry.codes, ("table", "tables"))
        if entry.pairs or entry.tables:
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["pairs", "tables"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0015_appeals"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="device",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name="entry",
            name="pairs",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="entry",
            name="tables",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(find_by_number, migrations.RunPython.noop),
    ]
