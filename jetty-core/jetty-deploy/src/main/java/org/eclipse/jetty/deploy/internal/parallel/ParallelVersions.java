package org.eclipse.jetty.deploy.internal.parallel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpCookie.SameSite;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.RequestSelector;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one application that are deployed at one place, and which request goes to which.
 *
 * <p>In this order: a client that asks for the canary gets it; a client that a version knows, by a session, gets that version;
 * the newest version gets the rest, or its share of it. A share is kept by the cookie {@value #COOKIE}, a random number: clients below
 * the share are the canary's, so that a larger share takes clients from the other version and gives it none.
 *
 * <p>Thread-safe; changed under the lock of the scanner.
 */
public final class ParallelVersions {
    static final String COOKIE = "jetty-canary";
    /** The numbers of the cookie: a hundredth of a percent is the smallest share. */
    private static final int NUMBERS = 10_000;

    private final String attribute = ParallelVersions.class.getName() + "@" + Integer.toHexString(hashCode());
    private final String contextPath;
    private final BiConsumer<String, String> onWithdrawn;
    /** The newest first. */
    private volatile List<ApplicationVersion> versions = List.of();

    /**
     * @param contextPath where they are
     * @param onWithdrawn called once with the name of a version that clients are not sent to any more, and the reason
     */
    public ParallelVersions(String contextPath, BiConsumer<String, String> onWithdrawn) {
        this.contextPath = contextPath;
        this.onWithdrawn = onWithdrawn;
    }

    /** Begins to send clients to a version, or to its context that replaces another one. */
    public void put(String name, ContextHandler context, CanaryRules rules) {
        change(list -> {
            if (list.stream().anyMatch(version -> version.getContext() == context)) {
                return list;
            }
            list.removeIf(version -> version.getName().equals(name));
            list.add(new ApplicationVersion(name, context, rules));
            list.sort(Comparator.comparing(ApplicationVersion::getName, VersionOrder.OLDEST_FIRST)
                    .reversed());
            return list;
        });
    }

    /** Sends no clients to a version any more, unless another context is in its place by now. */
    public void remove(String name, ContextHandler context) {
        change(list -> {
            list.removeIf(version -> version.getName().equals(name) && version.getContext() == context);
            return list;
        });
    }

    /** Changes the rules of a version that is deployed. */
    public void setRules(String name, CanaryRules rules) {
        for (ApplicationVersion version : versions) {
            if (version.getName().equals(name)) {
                version.setRules(rules);
            }
        }
    }

    private synchronized void change(UnaryOperator<List<ApplicationVersion>> changed) {
        versions = List.copyOf(changed.apply(new ArrayList<>(versions)));
    }

    public boolean isEmpty() {
        return versions.isEmpty();
    }

    /** The selector of the context of a version. */
    public RequestSelector selector(String name) {
        return (request, response) -> {
            ApplicationVersion chosen = choose(request, response);
            boolean mine = chosen != null && chosen.getName().equals(name);
            if (mine) {
                // it is no business of the application
                request.removeAttribute(attribute);
            }
            return mine;
        };
    }

    /** The selector of a context that answers in place of a version while there is none. */
    public RequestSelector standIn() {
        return (request, response) -> isEmpty();
    }

    // ---- the choice

    private @Nullable ApplicationVersion choose(Request request, Response response) {
        List<ApplicationVersion> now = versions;
        if (request.getAttribute(attribute) instanceof ApplicationVersion chosen
                && (now.contains(chosen) || chosen.getContext().isStarted())) {
            return chosen;
        }
        List<ApplicationVersion> serving = serving(now);
        if (serving.isEmpty()) {
            return now.isEmpty() ? null : now.get(0);
        }
        ApplicationVersion chosen = choose(serving, request, response);
        request.setAttribute(attribute, chosen);
        watch(serving.get(0), chosen, request, response);
        return chosen;
    }

    private static List<ApplicationVersion> serving(List<ApplicationVersion> all) {
        for (ApplicationVersion version : all) {
            if (!version.isServing()) {
                return all.stream().filter(ApplicationVersion::isServing).toList();
            }
        }
        return all;
    }

    private ApplicationVersion choose(List<ApplicationVersion> serving, Request request, Response response) {
        ApplicationVersion newest = serving.get(0);
        CanaryRules rules = newest.getRules();
        if (serving.size() == 1 || rules.isCanary() && rules.isAskedFor(request)) {
            return newest;
        }
        for (ApplicationVersion version : serving) {
            if (version.isKnownClient(request)) {
                return version;
            }
        }
        if (!rules.isCanary() || isInShare(rules, request, response)) {
            return newest;
        }
        return stable(serving);
    }

    /** The version of clients that do not go to the canary: the newest that is none. */
    private static ApplicationVersion stable(List<ApplicationVersion> serving) {
        for (ApplicationVersion version : serving) {
            if (!version.getRules().isCanary()) {
                return version;
            }
        }
        return serving.get(serving.size() > 1 ? 1 : 0);
    }

    private boolean isInShare(CanaryRules rules, Request request, Response response) {
        if (rules.percent() <= 0) {
            return false;
        }
        int number = numberOf(request);
        if (number < 0) {
            number = ThreadLocalRandom.current().nextInt(NUMBERS);
            Response.addCookie(
                    response,
                    HttpCookie.build(COOKIE, Integer.toString(number))
                            .path(contextPath)
                            .httpOnly(true)
                            .secure(request.isSecure())
                            .sameSite(SameSite.LAX)
                            .build());
        }
        return number < rules.percent() * NUMBERS / 100;
    }

    /** The number that the client was given; -1 if it has none. */
    private static int numberOf(Request request) {
        for (HttpCookie cookie : Request.getCookies(request)) {
            String value = cookie.getValue();
            if (COOKIE.equals(cookie.getName()) && value != null && value.matches("[0-9]{1,4}")) {
                return Integer.parseInt(value);
            }
        }
        return -1;
    }

    // ---- the judgement

    /** Counts how requests end, of the newest version and of the others, while the newest one is judged. */
    private void watch(ApplicationVersion newest, ApplicationVersion chosen, Request request, Response response) {
        CanaryRules rules = newest.getRules();
        if (!rules.isCanary() || !rules.isJudged()) {
            return;
        }
        Request.addCompletionListener(request, failure -> {
            chosen.onCompleted(request, response, rules.maxLatencyMillis());
            if (chosen == newest) {
                judge(newest, rules);
            }
        });
    }

    private void judge(ApplicationVersion newest, CanaryRules rules) {
        RecentOutcomes.Counts counts = newest.getOutcomes();
        if (counts.requests() < rules.minRequests() || counts.failurePercent() <= rules.maxFailurePercent()) {
            return;
        }
        List<ApplicationVersion> others =
                serving(versions).stream().filter(version -> version != newest).toList();
        if (others.isEmpty()) {
            return;
        }
        RecentOutcomes.Counts other = stable(others).getOutcomes();
        // what fails in both, such as a database, is not the fault of the newest
        if (other.failurePercent() < counts.failurePercent() && newest.withdraw()) {
            onWithdrawn.accept(
                    newest.getName(),
                    String.format(
                            Locale.ROOT,
                            "%d of its %d responses of the last minute failed or were late, %.1f %% (allowed: %.1f %%)",
                            counts.failures(),
                            counts.requests(),
                            counts.failurePercent(),
                            rules.maxFailurePercent()));
        }
    }

    // ---- what is known

    /** The versions that new clients are not sent to, and that no client needs any more. */
    public List<String> unused() {
        List<ApplicationVersion> now = versions;
        List<ApplicationVersion> serving = serving(now);
        if (serving.isEmpty()) {
            return List.of();
        }
        ApplicationVersion newest = serving.get(0);
        ApplicationVersion stable = newest.getRules().isCanary() ? stable(serving) : newest;
        return serving.stream()
                .filter(version -> version != newest && version != stable && version.getKnownClients() == 0)
                .map(ApplicationVersion::getName)
                .toList();
    }

    /** Describes each version for an operator, the newest first. */
    public List<String> describe() {
        List<ApplicationVersion> serving = serving(versions);
        return serving.stream().map(version -> describe(version, serving)).toList();
    }

    private String describe(ApplicationVersion version, List<ApplicationVersion> serving) {
        CanaryRules rules = version.getRules();
        boolean newest = version == serving.get(0);
        boolean canary = serving.get(0).getRules().isCanary();
        String share = newest && canary
                ? "canary, " + rules.percent() + " % of new clients"
                : newest || canary && version == stable(serving) ? "new clients" : "clients with sessions";
        long known = version.getKnownClients();
        RecentOutcomes.Counts counts = version.getOutcomes();
        return contextPath + " " + version + ": " + share + (known < 0 ? "" : ", sessions: " + known)
                + (counts.requests() == 0
                        ? ""
                        : ", requests of the last minute: " + counts.requests() + ", failed: " + counts.failures());
    }
}
