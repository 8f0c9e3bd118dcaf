[description]
Gives web applications of the @ee@ environment their java:comp/env, injection, life-cycle methods and transactions.

[environment]
@ee@

[depends]
server
jndi
plus
@ee@-security
@ee@-webapp

[lib]
lib/jetty-@ee@-plus-${jetty.version}.jar
lib/@transaction.api.jar@
