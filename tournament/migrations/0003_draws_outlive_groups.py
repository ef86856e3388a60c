import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_groups(apps, schema_editor):
    """Write down the group's name where a draw or a commitment has one."""
    names = apps.get_model('tournament', 'Group').objects.filter(pk=OuterRef('group_id')).values('name')[:1]
    for model in ('Draw', 'Commitment'):
        rows = apps.get_model('tournament', model).objects.filter(group__isnull=False)
        rows.update(group_name=Subquery(names))


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0002_every_format'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='draw',
            name='draw_ordinal_unique_in_group',
        ),
        migrations.RemoveConstraint(
            model_name='draw',
            name='draw_ordinal_unique_in_stage',
        ),
        migrations.AddField(
            model_name='commitment',
            name='group_name',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='draw',
            name='group_name',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AlterField(
            model_name='commitment',
            name='group',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='commitments', to='tournament.group'),
        ),
        migrations.AlterField(
            model_name='draw',
            name='group',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='draws', to='tournament.group'),
        ),
        migrations.RunPython(name_groups, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('stage__isnull', False)), fields=('stage', 'group_name', 'kind', 'ordinal'), name='draw_ordinal_unique_in_stage'),
        ),
    ]
