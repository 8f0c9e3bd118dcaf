[description]
Enables the standard tag library (JSTL) in all web applications of the @ee@ environment.

[environment]
@ee@

[depends]
@ee@-jsp
@ee@-glassfish-jstl
