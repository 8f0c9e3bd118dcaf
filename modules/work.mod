[description]
Makes the directory $JETTY_BASE/work, in which web applications have their temporary files, and what was read of their libraries is kept over a restart.

[tags]
server

[files]
work/
