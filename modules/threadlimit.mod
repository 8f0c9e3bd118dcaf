[description]
The old name of the module thread-limit.

[deprecated]
Use the module thread-limit.

[tags]
deprecated
server

[depends]
thread-limit
