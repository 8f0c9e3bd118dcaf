package org.eclipse.jetty.load;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;

/**
 * A request of the load, and the requests that follow its response, as a page is followed by its style sheets and pictures. Immutable.
 *
 * @param method the method
 * @param target path and query, or the whole URI; resolved against the URI of the plan. What begins with a slash is a path, even if
 *     another slash follows
 * @param fields header fields beside those of the client
 * @param content content of the request, never modified; empty for none
 * @param children requested together when the response has come
 */
public record Resource(String method, String target, HttpFields fields, byte[] content, List<Resource> children) {
    private static final byte[] NOTHING = {};

    public Resource {
        fields = fields.asImmutable();
        children = List.copyOf(children);
    }

    /** A GET of a target, without anything else. */
    public static Resource get(String target) {
        return new Resource(HttpMethod.GET.asString(), target, HttpFields.EMPTY, NOTHING, List.of());
    }

    /** A page and what it refers to. */
    public static Resource page(String target, String... children) {
        return get(target)
                .withChildren(List.of(children).stream().map(Resource::get).toList());
    }

    /** Returns the URI of the target, where a plan has this URI. */
    public URI resolvedAgainst(URI base) {
        return target.startsWith("/")
                ? URI.create(base.getScheme() + "://" + base.getRawAuthority() + target)
                : base.resolve(target);
    }

    public Resource withMethod(String newMethod) {
        return new Resource(newMethod, target, fields, content, children);
    }

    public Resource withField(String name, String value) {
        return new Resource(
                method, target, HttpFields.build(fields).add(new HttpField(name, value)), content, children);
    }

    public Resource withContent(byte[] newContent) {
        return new Resource(method, target, fields, newContent, children);
    }

    public Resource withChildren(List<Resource> newChildren) {
        return new Resource(method, target, fields, content, newChildren);
    }

    /** Returns this resource and all that follow it, parents first. */
    public List<Resource> all() {
        List<Resource> all = new ArrayList<>();
        all.add(this);
        for (Resource child : children) {
            all.addAll(child.all());
        }
        return all;
    }

    @Override
    public String toString() {
        return method + " " + target + (children.isEmpty() ? "" : " and " + (all().size() - 1) + " more");
    }
}
