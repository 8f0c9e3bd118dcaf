[description]
Logs nothing.

[tags]
logging

[provides]
logging

[depends]
logging/slf4j

[ini]
-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider
-Dslf4j.internal.verbosity=WARN
