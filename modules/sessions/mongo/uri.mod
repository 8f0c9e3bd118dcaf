[description]
MongoDB by a connection string, for the module "session-store-mongo".

[tags]
session

[xml]
etc/sessions/mongo/session-store-by-uri.xml
