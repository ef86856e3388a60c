from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0006_own'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='printing',
            field=models.JSONField(null=True),
        ),
    ]
