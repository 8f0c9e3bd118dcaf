[description]
MongoDB by a connection string, for the module "session-store-mongo".

[tags]
session

[depends]
sessions

[xml]
etc/sessions/mongo/session-store-by-uri.xml
