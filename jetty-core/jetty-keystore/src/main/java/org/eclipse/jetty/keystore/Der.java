package org.eclipse.jetty.keystore;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Writes the few types of DER (X.690) that a certificate is made of. Thread-safe. */
final class Der {
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'");

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return element(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return element(SET, parts);
    }

    /** An element with a number in place of its type, around others. */
    static byte[] explicit(int number, byte[]... parts) {
        return element(CONTEXT | CONSTRUCTED | number, parts);
    }

    /** A value with a number in place of its type. */
    static byte[] implicit(int number, byte[] value) {
        return element(CONTEXT | number, value);
    }

    static byte[] bool(boolean value) {
        return element(BOOLEAN, new byte[] {(byte) (value ? 0xff : 0)});
    }

    static byte[] integer(BigInteger value) {
        return element(INTEGER, value.toByteArray());
    }

    /** @param unused how many of the last bits do not count */
    static byte[] bits(int unused, byte[] value) {
        return element(BIT_STRING, new byte[] {(byte) unused}, value);
    }

    static byte[] octets(byte[] value) {
        return element(OCTET_STRING, value);
    }

    static byte[] text(String value) {
        return element(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(ZonedDateTime time) {
        return element(
                GENERALIZED_TIME,
                TIME.format(time.withZoneSameInstant(ZoneOffset.UTC)).getBytes(StandardCharsets.US_ASCII));
    }

    /** @param dotted numbers with dots between them */
    static byte[] identifier(String dotted) {
        String[] numbers = dotted.split("\\.");
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >>> shift != 0) {
                    value.write(number >>> shift & 0x7f | 0x80);
                }
            }
            value.write(number & 0x7f);
        }
        return element(OBJECT_IDENTIFIER, value.toByteArray());
    }

    private static byte[] element(int type, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(type);
        if (length < 0x80) {
            out.write(length);
        } else {
            int octets = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            out.write(0x80 | octets);
            for (int shift = (octets - 1) * 8; shift >= 0; shift -= 8) {
                out.write(length >>> shift);
            }
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
