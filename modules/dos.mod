[description]
Rejects the requests of clients that make too many of them.

[tags]
connector

[depends]
server

[before]
compression
gzip

[xml]
etc/jetty-dos.xml

[ini-template]
### Denial of service
## How clients are told apart: ID_FROM_REMOTE_ADDRESS, ID_FROM_REMOTE_PORT, ID_FROM_REMOTE_ADDRESS_PORT or
## ID_FROM_CONNECTION, or another field of the class, which gives the id of a request.
# jetty.dos.id.type=ID_FROM_REMOTE_ADDRESS
# jetty.dos.id.class=org.eclipse.jetty.server.handler.DoSHandler

## What decides about the requests of a client: a class with a constructor of (int, int, Duration).
# jetty.dos.trackerFactory=org.eclipse.jetty.server.handler.DoSHandler$LeakingBucketTrackerFactory

## The requests per second of a client, and the requests that it may make at once.
# jetty.dos.leakingBucketTracker.maxRequestsPerSecond=100
# jetty.dos.leakingBucketTracker.bucketSize=100

## Seconds for which a client that makes no requests is remembered.
# jetty.dos.leakingBucketTracker.idleTimeout=1

## What answers rejected requests: a class with a constructor of (long, int, Request.Handler).
# jetty.dos.rejectHandler=org.eclipse.jetty.server.handler.DoSHandler$DelayedRejectHandler

## Milliseconds for which they wait for their answer, and how many may wait; 0 answers at once.
# jetty.dos.rejectHandler.delayed.delayMs=1000
# jetty.dos.rejectHandler.delayed.maxDelayQueue=1000

## The status of the answer.
# jetty.dos.rejectStatus=429

## The most clients that are remembered, and whether requests of further ones are rejected; -1 for no limit.
# jetty.dos.maxTrackers=100000
# jetty.dos.rejectUntracked=false

## Requests that it looks at and does not look at: methods, path specs, and addresses of clients, separated by commas.
# jetty.dos.include.method=
# jetty.dos.exclude.method=
# jetty.dos.include.path=
# jetty.dos.exclude.path=
# jetty.dos.include.inet=
# jetty.dos.exclude.inet=
