[description]
The old name of the module connection-limit.

[deprecated]
Use the module connection-limit.

[tags]
deprecated
connector

[depends]
connection-limit
