[description]
Makes the pool of buffers that connectors use, with sizes that are powers of two.

[tags]
bytebufferpool

[provides]
bytebufferpool

[xml]
etc/jetty-bytebufferpool-quadratic.xml

[ini-template]
### Buffer pool
## Bytes of the smallest pooled buffer.
# jetty.byteBufferPool.minCapacity=0

## Bytes of the largest pooled buffer; larger ones are made and dropped.
# jetty.byteBufferPool.maxCapacity=65536

## The most buffers of one size; -1 for no limit.
# jetty.byteBufferPool.maxBucketSize=-1

## The most pooled bytes in the Java heap; 0 derives it from the heap size, -1 for no limit.
# jetty.byteBufferPool.maxHeapMemory=0

## The most pooled bytes outside the Java heap; 0 derives it from the heap size, -1 for no limit.
# jetty.byteBufferPool.maxDirectMemory=0
