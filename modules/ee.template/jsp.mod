[description]
Enables JSP in all web applications of the @ee@ environment.

[environment]
@ee@

[depends]
@ee@-servlet
@ee@-annotations
@ee@-apache-jsp
