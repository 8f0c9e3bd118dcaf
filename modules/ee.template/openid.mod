[description]
Logs users of @ee@ applications in at an OpenID Connect provider.

[environment]
@ee@

[tags]
security

[depends]
@ee@-security
openid
