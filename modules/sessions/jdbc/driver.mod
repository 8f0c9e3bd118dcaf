[description]
Finds the database of sessions by driver and URL.

[tags]
session

[depends]
jdbc

[xml]
etc/sessions/jdbc/driver.xml
