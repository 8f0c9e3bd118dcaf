[description]
Finds annotated servlets, filters, listeners and container initializers in web applications of the @ee@ environment.

[environment]
@ee@

[depends]
@ee@-plus
annotations

[lib]
lib/jetty-@ee@-annotations-${jetty.version}.jar
lib/@ee@-annotations/@annotation.api.jar@
