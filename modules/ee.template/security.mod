[description]
Enables the security of servlets in the @ee@ environment.

[environment]
@ee@

[depends]
server
security
@ee@-servlet
