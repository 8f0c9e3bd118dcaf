[description]
Puts the directory $JETTY_BASE/resources on the class path of the server.

[tags]
classpath

[files]
resources/

[lib]
resources/
