package org.eclipse.jetty.compression;

/** How content is encoded. Not to be changed while it is used. */
public interface EncoderConfig {
    int getBufferSize();

    /** The least bytes of a buffer for encoded content; the server's are larger if its output buffers are. */
    void setBufferSize(int size);

    int getCompressionLevel();

    /** From fast to small, in the numbers of the coding. */
    void setCompressionLevel(int level);

    int getStrategy();

    /** What content the encoder is for, in the numbers of the coding. */
    void setStrategy(int strategy);

    boolean isSyncFlush();

    /** Whether the end of each write can be decoded at once; else it may wait for more. */
    void setSyncFlush(boolean syncFlush);

    /** The value, if it is in the range. */
    static int check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + ", expected: " + least + " to " + most);
        }
        return value;
    }
}
