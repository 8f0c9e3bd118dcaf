[description]
Makes the directory $JETTY_BASE/work, which keeps temporary files over a restart.

[tags]
server

[files]
work/
