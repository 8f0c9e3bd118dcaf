package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

/**
 * A method that takes messages. Immutable.
 *
 * @param method the method
 * @param type what it takes a message, or a part of one, as
 * @param partial whether it takes parts
 * @param maxMessageSize the size in bytes up to which whole messages are taken; -1 for that of the session
 */
record MessageMethod(EndpointMethod method, Class<?> type, boolean partial, long maxMessageSize) {}
