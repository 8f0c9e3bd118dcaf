package org.eclipse.jetty.client.internal;

import java.util.function.BiFunction;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.jspecify.annotations.Nullable;

/** What follows a response that a protocol handler has taken over: another request, or the end. */
public final class FollowUp {
    private static final byte[] NOTHING = {};

    private final HttpConversation conversation;

    public FollowUp(HttpRequest request) {
        conversation = request.getConversation();
    }

    /** Counts a redirection; returns how many there were, this one included. */
    public int nextRedirect() {
        return conversation.nextRedirect();
    }

    /**
     * Notes that a challenge is answered.
     *
     * @param status that of the challenge; when the answer is another one, the credentials are stored
     * @return false if such a challenge was answered before
     */
    public boolean nextAuthentication(int status, Authentication.Result credentials) {
        return conversation.nextAuthentication(status, credentials);
    }

    /**
     * Answers a response by another request, or ends the conversation with it.
     *
     * @param content that of the response
     * @param next makes the request; null for the end. What it throws, as what an application gave may, is the end, too
     */
    public static void answer(
            Result result, byte[] content, BiFunction<HttpRequest, FollowUp, @Nullable HttpRequest> next) {
        HttpRequest request = (HttpRequest) result.getRequest();
        FollowUp followUp = new FollowUp(request);
        if (result.isFailed()) {
            followUp.forward(result, content);
            return;
        }
        try {
            HttpRequest answer = next.apply(request, followUp);
            if (answer == null) {
                followUp.forward(result, content);
            } else {
                followUp.send(answer, result);
            }
        } catch (Throwable x) {
            followUp.fail(result, x);
        }
    }

    /** Sends another request of the conversation, in answer to a response. */
    public void send(Request next, Result result) {
        try {
            next.send(null);
        } catch (Throwable x) {
            fail(result, x);
        }
    }

    /** Ends the conversation with a response and its content. */
    public void forward(Result result, byte[] content) {
        conversation.forward(result, content);
    }

    /** Ends the conversation with a failure, in spite of the response. */
    public void fail(Result result, Throwable cause) {
        conversation.forward(new Result(result.getRequest(), result.getResponse(), cause), NOTHING);
    }
}
