[description]
Enables injection and lifecycle callbacks in web applications of the @ee@ environment.

[environment]
@ee@

[depends]
server
plus
@ee@-security
@ee@-webapp
