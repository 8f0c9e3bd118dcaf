[description]
Makes the pool of buffers that connectors use, with sizes in equal steps.

[depends]
logging

[xml]
etc/jetty-bytebufferpool.xml

[ini-template]
### Buffer pool
## Bytes of the smallest pooled buffer.
# jetty.byteBufferPool.minCapacity=0

## Bytes of the largest pooled buffer; larger ones are made and dropped.
# jetty.byteBufferPool.maxCapacity=65536

## Bytes between two sizes.
# jetty.byteBufferPool.factor=4096

## The most buffers of one size; -1 for no limit.
# jetty.byteBufferPool.maxBucketSize=-1

## The most pooled bytes in the Java heap; 0 derives it from the heap size, -1 for no limit.
# jetty.byteBufferPool.maxHeapMemory=0

## The most pooled bytes outside the Java heap; 0 derives it from the heap size, -1 for no limit.
# jetty.byteBufferPool.maxDirectMemory=0

## Whether the pool counts hits and misses.
# jetty.byteBufferPool.statisticsEnabled=false
