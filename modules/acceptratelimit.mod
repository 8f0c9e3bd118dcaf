[description]
The old name of the module accept-rate-limit.

[deprecated]
Use the module accept-rate-limit.

[tags]
deprecated
connector

[depends]
accept-rate-limit
