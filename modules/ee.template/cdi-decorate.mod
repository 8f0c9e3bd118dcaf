[description]
CDI of web applications of the @ee@ environment by a decorator that the implementation sets.

[environment]
@ee@

[tags]
cdi

[provides]
cdi-mode

[depends]
@ee@-cdi

[ini]
jetty.cdi.mode=CdiDecoratingListener
