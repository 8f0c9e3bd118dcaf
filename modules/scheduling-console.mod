[description]
Shows what scheduling does: thread pools, the execution strategy of each selector, and the counters of limits and statistics.
The page /scheduling answers clients of this machine, as text or as JSON.

[tags]
server

[depends]
server

[after]
compression
gzip
size-limit
statistics

[xml]
etc/jetty-scheduling-console.xml

[ini-template]
### Scheduling console
## The path of the page; .json and .txt behind it choose the format.
# jetty.schedulingConsole.path=/scheduling

## The addresses that may see it, separated by commas, as in 127.0.0.1,10.0.0.0/8; none for those of this machine.
# jetty.schedulingConsole.allow=
