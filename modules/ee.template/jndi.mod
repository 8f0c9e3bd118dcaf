[description]
Brings object factories, such as that of mail sessions, to the directories of web applications of the @ee@ environment.

[environment]
@ee@

[depends]
jndi

[lib]
lib/jetty-@ee@-jndi-${jetty.version}.jar
