package org.eclipse.jetty.websocket.api.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Is called with messages; one method for text, one for binary. Messages for which there is no method are dropped.
 *
 * <pre>
 * whole    ([Session], String)           ([Session], ByteBuffer, Callback)
 * partial  ([Session], String, boolean)  ([Session], ByteBuffer, boolean, Callback)
 * streamed ([Session], Reader)           ([Session], InputStream)
 * </pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnWebSocketMessage {}
