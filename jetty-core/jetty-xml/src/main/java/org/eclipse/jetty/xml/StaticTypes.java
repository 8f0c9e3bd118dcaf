package org.eclipse.jetty.xml;

import java.util.Map;
import org.eclipse.jetty.util.Loader;
import org.jspecify.annotations.Nullable;

/** Finds the classes that elements name or mean; a class that is missing is told. Confined to one file. */
final class StaticTypes {
    private final CheckedConfiguration checked;
    private final StaticFindings findings;
    private final Map<String, StaticValue> ids;

    StaticTypes(CheckedConfiguration checked, StaticFindings findings, Map<String, StaticValue> ids) {
        this.checked = checked;
        this.findings = findings;
        this.ids = ids;
    }

    /** The class of the attribute or of the scope; null when it is not known, or wrong, which is then told. */
    @Nullable
    Class<?> typeOf(StaticValue scope, XmlParser.Node node, StaticAttributes attributes, String purpose) {
        if (attributes.isUncertain("class")) {
            return null;
        }
        String className = attributes.text("class");
        if (className != null) {
            return load(node, className.trim());
        }
        if (scope.isNull()) {
            findings.error(
                    node,
                    "there is no object " + purpose + missingId(node),
                    "put it into the element of the object, or name a class");
            return null;
        }
        return scope.type() == Object.class && !scope.isExact() ? null : scope.type();
    }

    /** The id of the root, when that is why there is no object. */
    private String missingId(XmlParser.Node node) {
        XmlParser.Node root = node;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        String id = root.getAttribute("id");
        return id == null || ids.containsKey(id)
                ? ""
                : ": no object for id=" + id + Similar.didYouMean(id, ids.keySet());
    }

    @Nullable
    Class<?> typeNamed(XmlParser.Node node, String name) {
        Class<?> type = Coercion.typeNamed(name);
        return type == null ? load(node, name) : type;
    }

    @Nullable
    Class<?> load(XmlParser.Node node, String name) {
        try {
            return Loader.loadClass(name);
        } catch (UnsupportedClassVersionError x) {
            findings.error(
                    node, "the class " + name + " needs a newer Java: " + x.getMessage(), "start the server with that");
        } catch (ClassNotFoundException | LinkageError x) {
            if (checked.expects(name)) {
                findings.error(node, "no class " + name, "correct the name, or enable the module that brings it");
            }
        }
        return null;
    }
}
