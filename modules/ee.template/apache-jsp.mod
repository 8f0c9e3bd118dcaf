[description]
Compiles and runs JSP files in web applications of the @ee@ environment, with the JSP engine of Apache.

[environment]
@ee@

[depends]
@ee@-servlet
@ee@-annotations

[ini]
jsp-impl?=apache

[lib]
@jsp.jars@
lib/jetty-@ee@-apache-jsp-${jetty.version}.jar
