[description]
Finds the database of sessions by the name of a data source.

[tags]
session

[depends]
jdbc

[xml]
etc/sessions/jdbc/datasource.xml
