[description]
Brings the standard tag library (JSTL) of Glassfish to web applications of the @ee@ environment.

[environment]
@ee@

[depends]
@ee@-apache-jsp

[lib]
@jstl.jars@
