[description]
MongoDB by a host and a port, for the module "session-store-mongo".

[tags]
session

[depends]
sessions

[xml]
etc/sessions/mongo/session-store-by-address.xml
