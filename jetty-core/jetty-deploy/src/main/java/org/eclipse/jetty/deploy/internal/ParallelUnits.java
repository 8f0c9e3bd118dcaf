package org.eclipse.jetty.deploy.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jetty.deploy.internal.parallel.CanaryRules;
import org.eclipse.jetty.deploy.internal.parallel.ParallelVersions;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Attributes;

/**
 * Which units are versions of one application at one place.
 *
 * <p>Guarded by the lock of the scanner.
 */
final class ParallelUnits {
    /** Is told that a version fails too often. */
    interface Withdrawal {
        void withdraw(WebappUnit unit, String reason);
    }

    /** What a version was deployed from, but for its canary rules. */
    private record Source(Map<String, String> stamps, Map<String, String> properties) {
        static Source of(WebappUnit unit) {
            Map<String, String> stamps = new TreeMap<>();
            Path file = unit.propertiesPath();
            for (Path path : unit.paths()) {
                if (!path.equals(file)) {
                    stamps.put(path.toString(), KeptVersions.stamp(path));
                }
            }
            Map<String, String> properties = new TreeMap<>();
            if (file != null) {
                DeployProperties read = DeployProperties.read(file);
                for (String key : read.keys()) {
                    if (!key.startsWith(DeployKeys.CANARY_PREFIX)) {
                        properties.put(key, read.get(key));
                    }
                }
            }
            return new Source(stamps, properties);
        }
    }

    private static final class Member {
        private final ParallelVersions group;
        private final WebappUnit unit;
        private final String version;
        private final Source source;
        private CanaryRules rules;

        private Member(ParallelVersions group, WebappUnit unit, String version, Source source, CanaryRules rules) {
            this.group = group;
            this.unit = unit;
            this.version = version;
            this.source = source;
            this.rules = rules;
        }
    }

    private final Withdrawal withdrawal;
    private final Map<String, ParallelVersions> groups = new HashMap<>();
    /** Changed with the lock; read by the threads that deploy, too. */
    private final Map<ContextHandler, Member> members = Collections.synchronizedMap(new IdentityHashMap<>());

    /** What no client needed at the last look. */
    private Set<WebappUnit> unusedBefore = Set.of();

    ParallelUnits(Withdrawal withdrawal) {
        this.withdrawal = withdrawal;
    }

    /** Whether two units are versions of one application. */
    static boolean areVersions(WebappUnit a, WebappUnit b) {
        return a.directory().equals(b.directory())
                && ContextPaths.of(a.name()).isOtherVersion(ContextPaths.of(b.name()));
    }

    /** A context was made for a unit: if it is one of several versions, it takes those requests only that are for it. */
    void prepare(WebappUnit unit, ContextHandler context, Attributes attributes, Collection<WebappUnit> all) {
        ContextPaths name = ContextPaths.of(unit.name());
        String key = key(unit, context);
        ParallelVersions group = groups.get(key);
        if (group == null) {
            if (name.version().isEmpty()) {
                return;
            }
            group = newGroup(unit, context);
            groups.put(key, group);
            for (WebappUnit other : all) {
                ContextHandler without = other.serving();
                if (other != unit && without != null && areVersions(unit, other) && key.equals(key(other, without))) {
                    join(group, other, without, CanaryRules.NONE);
                    // it takes all requests until it is known to the others
                    deployed(without);
                    without.setRequestSelector(group.selector(""));
                }
            }
        }
        if (!name.version().isEmpty()) {
            context.setAttribute(ContextHandler.VERSION_ATTRIBUTE, name.version());
        }
        join(group, unit, context, CanaryRules.of(attributes));
        context.setRequestSelector(group.selector(name.version()));
    }

    private ParallelVersions newGroup(WebappUnit unit, ContextHandler context) {
        Path directory = unit.directory();
        String application = ContextPaths.of(unit.name()).application();
        return new ParallelVersions(context.getContextPath(), (version, reason) -> {
            String base = version.isEmpty() ? application : application + "##" + version;
            withdrawal.withdraw(new WebappUnit(directory, base), reason);
        });
    }

    private void join(ParallelVersions group, WebappUnit unit, ContextHandler context, CanaryRules rules) {
        String version = ContextPaths.of(unit.name()).version();
        members.put(context, new Member(group, unit, version, Source.of(unit), rules));
    }

    /** A context that was prepared is in service: requests are sent there. */
    void deployed(ContextHandler context) {
        Member member = members.get(context);
        if (member != null) {
            member.group.put(member.version, context, member.rules);
        }
    }

    /** A context is about to be taken out of service, or was never taken into it. */
    void gone(ContextHandler context) {
        Member member = members.remove(context);
        if (member == null) {
            return;
        }
        member.group.remove(member.version, context);
        if (members.values().stream().noneMatch(other -> other.group == member.group)) {
            groups.values().remove(member.group);
        }
    }

    /** A context that answers in place of a unit that failed does so only while there is no other version. */
    void standIn(WebappUnit unit, ContextHandler unavailable) {
        ParallelVersions group = groups.get(key(unit, unavailable));
        if (group != null) {
            unavailable.setRequestSelector(group.standIn());
        }
    }

    /** Applies the canary rules of a unit if nothing else of it has changed; returns whether that was so. */
    boolean changeRules(WebappUnit unit) {
        Member member = members.get(unit.context());
        if (member == null || unit.state() != WebappUnit.State.DEPLOYED) {
            return false;
        }
        CanaryRules rules = CanaryRules.NONE;
        if (unit.propertiesPath() != null) {
            Attributes.Mapped attributes = new Attributes.Mapped();
            DeployProperties.read(unit.propertiesPath()).applyTo(attributes);
            rules = CanaryRules.of(attributes);
        }
        if (rules.equals(member.rules) || !Source.of(unit).equals(member.source)) {
            return false;
        }
        member.rules = rules;
        member.group.setRules(member.version, rules);
        return true;
    }

    /** The units that no client needs any more, because there is a newer version. */
    List<WebappUnit> unused() {
        // a client may be between two sessions: only what was unused twice
        Set<WebappUnit> before = unusedBefore;
        List<WebappUnit> unused = new ArrayList<>();
        for (ParallelVersions group : groups.values()) {
            List<String> versions = group.unused();
            for (Member member : members.values()) {
                if (member.group == group && versions.contains(member.version)) {
                    unused.add(member.unit);
                }
            }
        }
        unusedBefore = Set.copyOf(unused);
        unused.removeIf(unit -> !before.contains(unit));
        return unused;
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    List<String> describe() {
        return groups.values().stream()
                .flatMap(group -> group.describe().stream())
                .sorted()
                .toList();
    }

    private static String key(WebappUnit unit, ContextHandler context) {
        return String.join(
                        "\0",
                        unit.directory().toString(),
                        ContextPaths.of(unit.name()).application(),
                        context.getContextPath(),
                        String.valueOf(context.getVirtualHosts()))
                .toLowerCase(Locale.ROOT);
    }
}
