[description]
Lets an implementation of CDI that a web application of the @ee@ environment brings inject into its servlets, filters and listeners.

[environment]
@ee@

[tags]
cdi

[provides]
cdi

[depends]
@ee@-deploy
@ee@-annotations

[lib]
lib/jetty-@ee@-cdi-${jetty.version}.jar

[xml]
etc/jetty-@ee@-cdi.xml

[ini-template]
### CDI
## How CDI injects: CdiSpiDecorator or CdiDecoratingListener; the modules @ee@-cdi-spi and @ee@-cdi-decorate say it too.
# jetty.cdi.mode=CdiSpiDecorator
