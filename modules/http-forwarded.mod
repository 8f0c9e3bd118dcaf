[description]
The old name of forwarded.

[tags]
deprecated

[depends]
forwarded
http

[deprecated]
Use the module forwarded.
