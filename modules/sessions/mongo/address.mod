[description]
MongoDB by a host and a port, for the module "session-store-mongo".

[tags]
session

[xml]
etc/sessions/mongo/session-store-by-address.xml
