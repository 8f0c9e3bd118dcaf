[description]
Logs nothing.

[tags]
logging

[provides]
logging

[depends]
logging/slf4j
