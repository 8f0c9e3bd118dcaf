package org.eclipse.jetty.fcgi;

/** The numbers and names of the FastCGI specification 1.0, and the names of the variables of CGI (RFC 3875, section 4.1). */
public final class FCGI {
    private FCGI() {}

    /** The roles of an application (FastCGI specification, section 6). */
    public enum Role {
        RESPONDER(1),
        AUTHORIZER(2),
        FILTER(3);

        public final int code;

        Role(int code) {
            this.code = code;
        }

        /** @throws IllegalArgumentException if no role has the number */
        public static Role from(int code) {
            for (Role role : values()) {
                if (role.code == code) {
                    return role;
                }
            }
            throw new IllegalArgumentException("FastCGI role: " + code + " (expected: 1-3)");
        }
    }

    /** The types of records (FastCGI specification, section 8). */
    public enum FrameType {
        BEGIN_REQUEST(1),
        ABORT_REQUEST(2),
        END_REQUEST(3),
        PARAMS(4),
        STDIN(5),
        STDOUT(6),
        STDERR(7),
        DATA(8),
        GET_VALUES(9),
        GET_VALUES_RESULT(10);

        public final int code;

        FrameType(int code) {
            this.code = code;
        }

        /** @throws IllegalArgumentException if no type has the number */
        public static FrameType from(int code) {
            if (code < 1 || code > values().length) {
                throw new IllegalArgumentException("FastCGI record type: " + code + " (expected: 1-10)");
            }
            return values()[code - 1];
        }
    }

    /** The streams of a request. */
    public enum StreamType {
        STD_IN,
        STD_OUT,
        STD_ERR
    }

    /** The names of variables. */
    public static final class Headers {
        public static final String AUTH_TYPE = "AUTH_TYPE";
        public static final String CONTENT_LENGTH = "CONTENT_LENGTH";
        public static final String CONTENT_TYPE = "CONTENT_TYPE";
        public static final String DOCUMENT_ROOT = "DOCUMENT_ROOT";
        public static final String DOCUMENT_URI = "DOCUMENT_URI";
        public static final String GATEWAY_INTERFACE = "GATEWAY_INTERFACE";
        public static final String HTTPS = "HTTPS";
        public static final String PATH_INFO = "PATH_INFO";
        public static final String QUERY_STRING = "QUERY_STRING";
        public static final String REMOTE_ADDR = "REMOTE_ADDR";
        public static final String REMOTE_PORT = "REMOTE_PORT";
        public static final String REMOTE_USER = "REMOTE_USER";
        public static final String REQUEST_METHOD = "REQUEST_METHOD";
        public static final String REQUEST_URI = "REQUEST_URI";
        public static final String SCRIPT_FILENAME = "SCRIPT_FILENAME";
        public static final String SCRIPT_NAME = "SCRIPT_NAME";
        public static final String SERVER_ADDR = "SERVER_ADDR";
        public static final String SERVER_NAME = "SERVER_NAME";
        public static final String SERVER_PORT = "SERVER_PORT";
        public static final String SERVER_PROTOCOL = "SERVER_PROTOCOL";
        public static final String SERVER_SOFTWARE = "SERVER_SOFTWARE";

        private Headers() {}
    }
}
