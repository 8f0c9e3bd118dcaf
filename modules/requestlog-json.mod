[description]
Writes the request log as JSON: an object on each line, with the phases of the request.
The files are those of the module requestlog, whose formatString is not used.

[tags]
requestlog
logging

[depends]
server
requestlog

[lib]
lib/jetty-operations-${jetty.version}.jar

[xml]
etc/jetty-requestlog-json.xml

[ini]
jetty.httpConfig.requestPhases?=true
