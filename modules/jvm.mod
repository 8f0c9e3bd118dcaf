[description]
Makes an ini file for JVM arguments such as -Xmx.

[ini-template]
### JVM arguments
## They need a second JVM. To avoid it, start with the output of --dry-run.
# --exec
# -Xmx2g
# -Xms512m
# -XX:+UseZGC
# -Dcom.example.setting=value
