package org.eclipse.jetty.http.coding;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.util.compression.CompressionPool;

/** Decodes gzip of one or more members (RFC 1952). What is malformed is a 400. Confined to its request. */
public final class GzipDecoder implements ContentDecoder {
    private static final int HEADER_CRC_FLAG = 2;
    private static final int EXTRA_FLAG = 4;
    private static final int NAME_FLAG = 8;
    private static final int COMMENT_FLAG = 16;
    private static final int RESERVED_FLAGS = 0xe0;
    private static final int FIXED_HEADER = 10;
    private static final int TRAILER = 8;

    /** The parts of a member, in their order (RFC 1952, section 2.3). */
    private enum State {
        HEADER,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CRC,
        DATA,
        TRAILER
    }

    private final CompressionPool<Inflater>.Entry entry;
    private final Inflater inflater;
    private final CRC32 crc = new CRC32();
    private State state = State.HEADER;
    private int index;
    private int flags;
    private int extra;
    private long trailer;

    /** Decodes by an inflater that expects no header of zlib, which is given back at the release. */
    public GzipDecoder(CompressionPool<Inflater>.Entry entry) {
        this.entry = entry;
        this.inflater = entry.get();
    }

    @Override
    public boolean isComplete() {
        return state == State.HEADER && index == 0;
    }

    @Override
    public void decode(ByteBuffer input, ByteBuffer output) {
        while (state == State.DATA || input.hasRemaining()) {
            if (state != State.DATA) {
                framing(input.get() & 0xff);
            } else if (!inflate(input, output)) {
                return;
            }
        }
    }

    /** Returns whether the compressed data of the member have ended. */
    private boolean inflate(ByteBuffer input, ByteBuffer output) {
        try {
            inflater.setInput(input);
            while (output.hasRemaining() && !inflater.finished()) {
                int start = output.position();
                int count = inflater.inflate(output);
                ByteBuffer inflated = output.duplicate();
                crc.update(inflated.position(start).limit(start + count));
                if (inflater.needsDictionary()) {
                    throw bad("preset dictionary");
                }
                if (count == 0 && !inflater.finished()) {
                    return false;
                }
            }
        } catch (DataFormatException x) {
            throw bad(x.getMessage() == null ? "malformed data" : x.getMessage());
        }
        if (inflater.finished()) {
            next(State.TRAILER);
            return true;
        }
        return false;
    }

    private void framing(int octet) {
        switch (state) {
            case HEADER -> header(octet);
            case EXTRA_LENGTH -> {
                extra |= octet << 8 * index;
                if (++index == 2) {
                    next(extra > 0 ? State.EXTRA : afterExtra());
                }
            }
            case EXTRA -> {
                if (++index == extra) {
                    next(afterExtra());
                }
            }
            case NAME -> {
                if (octet == 0) {
                    next(afterName());
                }
            }
            case COMMENT -> {
                if (octet == 0) {
                    next(afterComment());
                }
            }
            case HEADER_CRC -> {
                if (++index == 2) {
                    next(State.DATA);
                }
            }
            case TRAILER -> trailer(octet);
            default -> throw new IllegalStateException(state.toString());
        }
    }

    private void header(int octet) {
        boolean valid =
                switch (index) {
                    case 0 -> octet == 0x1f;
                    case 1 -> octet == 0x8b;
                    case 2 -> octet == 8;
                    case 3 -> (octet & RESERVED_FLAGS) == 0;
                    default -> true;
                };
        if (!valid) {
            throw bad("malformed header");
        }
        if (index == 3) {
            flags = octet;
        }
        if (++index == FIXED_HEADER) {
            extra = 0;
            next((flags & EXTRA_FLAG) != 0 ? State.EXTRA_LENGTH : afterExtra());
        }
    }

    private State afterExtra() {
        return (flags & NAME_FLAG) != 0 ? State.NAME : afterName();
    }

    private State afterName() {
        return (flags & COMMENT_FLAG) != 0 ? State.COMMENT : afterComment();
    }

    private State afterComment() {
        return (flags & HEADER_CRC_FLAG) != 0 ? State.HEADER_CRC : State.DATA;
    }

    private void trailer(int octet) {
        trailer |= (long) octet << 8 * index;
        if (++index < TRAILER) {
            return;
        }
        if ((trailer & 0xffffffffL) != crc.getValue()) {
            throw bad("wrong checksum");
        }
        if (trailer >>> 32 != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw bad("wrong length");
        }
        inflater.reset();
        crc.reset();
        trailer = 0;
        next(State.HEADER);
    }

    private void next(State following) {
        state = following;
        index = 0;
    }

    @Override
    public void release() {
        entry.release();
    }

    private static HttpException.RuntimeException bad(String reason) {
        return ContentDecoder.malformed("gzip", reason);
    }
}
