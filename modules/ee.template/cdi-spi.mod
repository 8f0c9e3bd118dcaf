[description]
CDI of web applications of the @ee@ environment by the interfaces of CDI.

[environment]
@ee@

[tags]
cdi

[provides]
cdi-mode

[depends]
@ee@-cdi

[ini]
jetty.cdi.mode=CdiSpiDecorator
