package bench.clients;

import java.io.InputStream;

/** So many zeros. Confined to its reader. */
final class Zeros extends InputStream {
    private long left;

    Zeros(long octets) {
        left = octets;
    }

    @Override
    public int read() {
        return left-- > 0 ? 0 : -1;
    }

    /** Leaves the array as it is, so that what is measured is the client and not the source. */
    @Override
    public int read(byte[] to, int offset, int length) {
        if (left == 0) {
            return -1;
        }
        int count = (int) Math.min(left, length);
        left -= count;
        return count;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, left);
    }
}
