"""What the sheet's column 备注 says, beside the deals of a match being played."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_lateness")]

    operations = [
        migrations.AddField(
            model_name="running", name="note", field=models.CharField(blank=True, max_length=200)
        ),
    ]
