"""What offices edit and seal in Word: 秩序册, 成绩公告, and the report to the leader."""
