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

[xml]
etc/jetty-@ee@-apache-jsp.xml

[ini-template]
### JSP
## Whether a JSP file that changed is compiled again while the server runs. false is for production: files are compiled once,
## and looked at again when the application starts again. The init parameter "development" of the servlet "jsp" says otherwise
## for one application, as does jetty.deploy.attribute.org.eclipse.jetty.jsp.development in its .properties file.
# jetty.jsp.development=true

## The seconds between two looks at a JSP file, with development=true; 0 looks with each request.
# jetty.jsp.modificationTestInterval=4
