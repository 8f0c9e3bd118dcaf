package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Environment;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class XmlConfigurationTest {
    public enum Colour {
        RED,
        GREEN
    }

    public static class Target extends AbstractLifeCycle {
        public static final List<String> LOG = new ArrayList<>();
        public static String shared;
        public String field;
        private final String made;
        private String text;
        private int number;
        private Integer boxed;
        private boolean flag;
        private Colour colour;
        private String[] items;
        private Set<String> set;
        private InetAddress address;
        private Object any;
        private final Map<String, Object> map = new HashMap<>();
        private Target child;

        public Target() {
            made = "default";
        }

        public Target(@Name("first") String first, @Name("second") int second) {
            made = first + "/" + second;
        }

        public static String same(String text) {
            return text;
        }

        public static Target create(String name) {
            return new Target(name, 0);
        }

        public void setText(String text) {
            this.text = text;
        }

        public void setNumber(int number) {
            if (number < 0) {
                throw new IllegalArgumentException("negative");
            }
            this.number = number;
        }

        public void setBoxed(Integer boxed) {
            this.boxed = boxed;
        }

        public void setFlag(boolean flag) {
            this.flag = flag;
        }

        public void setColour(Colour colour) {
            this.colour = colour;
        }

        public void setItems(String... items) {
            this.items = items;
        }

        public void setSet(Set<String> set) {
            this.set = set;
        }

        public void setAddress(InetAddress address) {
            this.address = address;
        }

        public void setAny(Object any) {
            this.any = any;
        }

        public Map<String, Object> getMap() {
            return map;
        }

        public Target getChild() {
            return child;
        }

        public Target newChild(String name) {
            child = new Target(name, 1);
            return child;
        }

        public String join(String separator, Object... parts) {
            return String.join(
                    separator,
                    java.util.Arrays.stream(parts).map(String::valueOf).toList());
        }

        @Override
        protected void doStart() {
            LOG.add("start " + made);
            if ("broken".equals(made)) {
                throw new IllegalStateException("broken");
            }
        }

        @Override
        protected void doStop() {
            LOG.add("stop " + made);
        }
    }

    private static final String CLASS = Target.class.getName();

    private final Map<String, Object> ids = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    @AfterEach
    public void forget() {
        Environment.removeAll();
        Target.LOG.clear();
    }

    private XmlConfiguration xml(String body) throws Exception {
        return new XmlConfiguration(
                new MemoryResource(URI.create("memory:test.xml"), body.getBytes(StandardCharsets.UTF_8)),
                ids,
                properties);
    }

    private Target configure(String body) throws Exception {
        return (Target) xml("<Configure class=\"" + CLASS + "\">\n" + body + "</Configure>")
                .configure();
    }

    @Test
    public void setsCoerceTextToTheTypeOfTheSetter() throws Exception {
        Target target = configure("""
                <Set name="text"> a b </Set>
                <Set name="number">42</Set>
                <Set name="boxed">7</Set>
                <Set name="flag">true</Set>
                <Set name="colour">GREEN</Set>
                <Set name="items">one</Set>
                <Set name="set"><Array type="String"><Item>x</Item><Item>y</Item></Array></Set>
                <Set name="address">127.0.0.1</Set>
                <Set name="field">direct</Set>
                """);
        assertThat(target.text).isEqualTo("a b");
        assertThat(target.number).isEqualTo(42);
        assertThat(target.boxed).isEqualTo(7);
        assertThat(target.flag).isTrue();
        assertThat(target.colour).isEqualTo(Colour.GREEN);
        assertThat(target.items).containsExactly("one");
        assertThat(target.set).containsExactly("x", "y");
        assertThat(target.address.isLoopbackAddress()).isTrue();
        assertThat(target.field).isEqualTo("direct");
    }

    @Test
    public void typeStringKeepsBlanksAndEmptyElementIsNull() throws Exception {
        Target target = configure("<Set name='text' type='String'> x </Set><Set name='any'/>");
        assertThat(target.text).isEqualTo(" x ");
        assertThat(target.any).isNull();
        assertThat(configure("<Set name='text' type='String'/>").text).isEmpty();
    }

    @Test
    public void severalValuesAreConcatenated() throws Exception {
        properties.put("a", "1");
        assertThat(configure("<Set name='text'>x<Property name='a'/>/<Property name='none'/></Set>").text)
                .isEqualTo("x1/null");
    }

    @Test
    public void propertyFallsBackToDeprecatedNamesAndThenToTheDefault() throws Exception {
        String set = """
                <Set name="number"><Property>
                  <Name>new.name</Name><Deprecated>older, old</Deprecated><Default>5</Default>
                </Property></Set>
                <Set name="text"><Property name="t" deprecated="s"><Default><SystemProperty name="no.such" default="d"/></Default></Property></Set>
                """;
        assertThat(configure(set).number).isEqualTo(5);
        assertThat(configure(set).text).isEqualTo("d");
        properties.put("old", "6");
        assertThat(configure(set).number).isEqualTo(6);
        properties.put("new.name", "7");
        assertThat(configure(set).number).isEqualTo(7);
    }

    @Test
    public void rootWithAnIdAloneNeedsNoObjectUntilItIsUsed() throws Exception {
        ids.put("Server", new Target());
        assertThat(xml("<Configure id='Sever'><New id='n' class='" + CLASS + "'/></Configure>")
                        .configure())
                .isNull();
        assertThat(ids.get("n")).isInstanceOf(Target.class);
        assertThatThrownBy(() -> xml("<Configure id='Sever'>\n<Set name='text'>t</Set></Configure>")
                        .configure())
                .hasMessageContaining("test.xml:2:")
                .hasMessageContaining("no object for id=Sever: did you mean Server?");
    }

    @Test
    public void errorTellsThePropertiesThatFedTheValueThroughCalls() {
        String nested = "<Set name='number'><Call class='" + CLASS
                + "' name='same'><Arg><Property name='p' deprecated='old' default='few'/></Arg></Call></Set>";
        assertThatThrownBy(() -> configure(nested)).hasMessageContaining(", from the default of property p");
        properties.put("old", "many");
        assertThatThrownBy(() -> configure(nested)).hasMessageContaining(", from property old=many");
        properties.put("p", "some");
        assertThatThrownBy(() -> configure(nested))
                .hasMessageContaining("/Set[number]: some (expected: a whole number)")
                .hasMessageEndingWith(", from property p=some");
        properties.put("my.Password", "hush");
        assertThatThrownBy(() -> configure("<Set name='number'><Property name='my.Password'/></Set>"))
                .hasMessageNotContaining("hush")
                .hasMessageEndingWith(", from property my.Password=(hidden)");
        properties.put("url", "jdbc:h2:mem:a;USER=sa;PASSWORD=hush");
        assertThatThrownBy(() -> configure("<Set name='number'><Property name='url'/></Set>"))
                .hasMessageNotContaining("hush")
                .hasMessageEndingWith(", from property url=jdbc:h2:mem:a;USER=sa;PASSWORD=(hidden)");
        properties.put("url", "jdbc:db://me:hush@host/name?a=b");
        assertThatThrownBy(() -> configure("<Set name='number'><Property name='url'/></Set>"))
                .hasMessageNotContaining("hush")
                .hasMessageEndingWith(", from property url=jdbc:db://(hidden)@host/name?a=b");
        assertThatThrownBy(() -> configure("<New><Class><Property name='p'/></Class></New>"))
                .hasMessageContaining("no class some")
                .hasMessageEndingWith(", from property p=some");
    }

    @Test
    public void setWithUndefinedPropertyIsSkipped() throws Exception {
        String set = "<Set name='number'>1</Set><Set name='number' property='p'/>";
        assertThat(configure(set).number).isEqualTo(1);
        properties.put("p", "2");
        assertThat(configure(set).number).isEqualTo(2);
    }

    @Test
    public void constructorTakesNamedArgumentsInAnyOrder() throws Exception {
        Target target = configure("""
                <Arg name="second">3</Arg>
                <Arg name="first">f</Arg>
                <Set name="text">after</Set>
                """);
        assertThat(target.made).isEqualTo("f/3");
        assertThat(target.text).isEqualTo("after");
    }

    @Test
    public void callsNestScopesAndTakeVarargs() throws Exception {
        Target target = configure("""
                <Call name="newChild"><Arg>kid</Arg><Set name="text">t</Set></Call>
                <Get name="child" id="kid"><Set name="number">9</Set></Get>
                <Set name="text"><Call name="join"><Arg>-</Arg><Arg>a</Arg><Arg>b</Arg></Call></Set>
                <Get name="map"><Put name="k"><Ref refid="kid"/></Put></Get>
                <Set name="any"><Call class="%s" name="create" arg="static"/></Set>
                <Set class="%s" name="shared">s</Set>
                """.formatted(CLASS, CLASS));
        assertThat(target.child.text).isEqualTo("t");
        assertThat(target.child.number).isEqualTo(9);
        assertThat(target.text).isEqualTo("a-b");
        assertThat(target.map).containsEntry("k", target.child);
        assertThat(((Target) target.any).made).isEqualTo("static/0");
        assertThat(Target.shared).isEqualTo("s");
    }

    @Test
    public void longFormSaysTheSameAsAttributes() throws Exception {
        Target target = configure("""
                <Call><Id>c</Id><Name>newChild</Name><Arg><Property><Name>p</Name><Default>long</Default></Property></Arg></Call>
                <Set><Name>any</Name><New><Class>%s</Class><Arg>n</Arg><Arg>1</Arg></New></Set>
                """.formatted(CLASS));
        assertThat(target.child.made).isEqualTo("long/1");
        assertThat(ids.get("c")).isSameAs(target.child);
        assertThat(((Target) target.any).made).isEqualTo("n/1");
    }

    @Test
    public void mapsAndArraysAreBuilt() throws Exception {
        Target target = configure("""
                <Set name="any"><Map>
                  <Entry><Item>a</Item><Item type="int">1</Item></Entry>
                  <Entry><Item>b</Item><Item><Array type="java.lang.Integer"><Item>2</Item></Array></Item></Entry>
                </Map></Set>
                """);
        Map<?, ?> map = (Map<?, ?>) target.any;
        assertThat(map.get("a")).isEqualTo(1);
        assertThat((Integer[]) map.get("b")).containsExactly(2);
    }

    @Test
    public void idsAreSharedByFilesAndReusedByConfigure() throws Exception {
        Object made = xml("<Configure id='t' class='" + CLASS + "'/>").configure();
        assertThat(xml("<Configure id='t' class='" + CLASS + "'><Set name='text'>x</Set></Configure>")
                        .configure())
                .isSameAs(made);
        assertThat(((Target) made).text).isEqualTo("x");
    }

    @Test
    public void doctypeIsAllowedAndNeverFetched() throws Exception {
        Target target = (Target) xml("<?xml version='1.0'?><!DOCTYPE Configure PUBLIC \"-//Jetty//Configure//EN\""
                        + " \"https://host.invalid/configure_10_0.dtd\"><Configure class='" + CLASS
                        + "'><Set name='number'>1</Set></Configure>")
                .configure();
        assertThat(target.number).isEqualTo(1);
    }

    @Test
    public void externalEntitiesAreEmpty(@TempDir Path dir) throws Exception {
        Path secret = Files.writeString(dir.resolve("secret"), "secret");
        Target target = (Target) xml("<!DOCTYPE Configure [<!ENTITY x SYSTEM \"" + secret.toUri()
                        + "\">]><Configure class='" + CLASS + "'><Set name='text'>[&x;]</Set></Configure>")
                .configure();
        assertThat(target.text).isEqualTo("[]");
    }

    @Test
    public void conversionErrorNamesPlacePathAndProperty() {
        properties.put("the.port", "abc");
        assertThatThrownBy(() -> configure("\n  <Set name='number'><Property name='the.port'/></Set>"))
                .isInstanceOf(XmlConfigurationException.class)
                .hasMessageContaining("memory:test.xml:3:")
                .hasMessageContaining("/Configure[" + CLASS + "]/Set[number]")
                .hasMessageContaining("abc (expected: a whole number)")
                .hasMessageContaining("the.port=abc");
    }

    @Test
    public void unknownNamesSuggestWhatWasMeant() {
        assertThatThrownBy(() -> configure("<Set name='nummber'>1</Set>")).hasMessageContaining("did you mean number?");
        assertThatThrownBy(() -> configure("<Call name='newChlid'><Arg>x</Arg></Call>"))
                .hasMessageContaining("did you mean newChild?");
        assertThatThrownBy(() -> configure("<Sett name='number'>1</Sett>")).hasMessageContaining("did you mean Set?");
        ids.put("Server", "x");
        assertThatThrownBy(() -> configure("<Ref refid='Serve'/>")).hasMessageContaining("did you mean Server?");
    }

    @Test
    public void exceptionOfTheSetterIsTheCause() {
        assertThatThrownBy(() -> configure("<Set name='number'>-1</Set>"))
                .hasMessageContaining("negative")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    public void malformedFileSaysWhere() {
        assertThatThrownBy(() -> xml("<Configure>\n<Set></Configure>")).hasMessageContaining("memory:test.xml:2:");
    }

    @Test
    public void mainStartsInOrderAndStopsWhatItStartedWhenOneFails(@TempDir Path dir) throws Exception {
        Path good = Files.writeString(
                dir.resolve("good.xml"),
                "<Configure class='" + CLASS + "'><Arg><Property name='name'/></Arg><Arg>1</Arg></Configure>");
        Path broken = Files.writeString(
                dir.resolve("broken.xml"), "<Configure id='b' class='" + Broken.class.getName() + "'/>");
        assertThatThrownBy(() -> XmlConfiguration.main("name=n", good.toString(), broken.toString()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        assertThat(Target.LOG).containsExactly("start n/1", "start broken", "stop broken", "stop n/1");
    }

    public static class Broken extends Target {
        @Override
        protected void doStart() {
            LOG.add("start broken");
            throw new IllegalStateException("broken");
        }

        @Override
        protected void doStop() {
            LOG.add("stop broken");
        }
    }

    /** A container with attributes, as the server is one. */
    public static class Owner extends org.eclipse.jetty.util.component.ContainerLifeCycle
            implements org.eclipse.jetty.util.Attributes.Delegating {
        static Owner last;

        private final org.eclipse.jetty.util.Attributes.Mapped attributes =
                new org.eclipse.jetty.util.Attributes.Mapped();

        public Owner(Object part) {
            addBean(part);
            last = this;
        }

        @Override
        public org.eclipse.jetty.util.Attributes getDelegate() {
            return attributes;
        }
    }

    @Test
    public void mainStartsPartsWithTheirOwnerAndPublishesIdsAndProperties(@TempDir Path dir) throws Exception {
        Path part = Files.writeString(
                dir.resolve("part.xml"),
                "<Configure id='part' class='" + CLASS + "'><Arg>part</Arg><Arg>1</Arg></Configure>");
        Path owner = Files.writeString(
                dir.resolve("owner.xml"),
                "<Configure id='owner' class='" + Owner.class.getName()
                        + "'><Arg><Ref refid='part'/></Arg></Configure>");
        XmlConfiguration.main("p=1", part.toString(), owner.toString());
        assertThat(Target.LOG).containsExactly("start part/1");
        Object target = Owner.last.getBeans().iterator().next();
        assertThat(Owner.last.isManaged(target)).isTrue();
        XmlScope scope = (XmlScope) Owner.last.getAttribute(XmlScope.ATTRIBUTE);
        assertThat(scope.ids()).containsEntry("part", target).containsEntry("owner", Owner.last);
        assertThat(scope.properties()).containsEntry("p", "1");
        assertThat(scope.toString()).doesNotContain("p=1");
        Owner.last.stop();
        assertThat(Target.LOG).containsExactly("start part/1", "stop part/1");
    }

    /** A part that refers to its owner, as a connector to its server. */
    public static class Referrer extends org.eclipse.jetty.util.component.ContainerLifeCycle {
        public void setOwner(Object owner) {
            addBean(owner, false);
        }
    }

    @Test
    public void mainStartsAnOwnerThatItsPartRefersTo(@TempDir Path dir) throws Exception {
        Path part = Files.writeString(
                dir.resolve("part.xml"), "<Configure id='part' class='" + Referrer.class.getName() + "'/>");
        Path owner = Files.writeString(
                dir.resolve("owner.xml"),
                "<Configure id='owner' class='" + Owner.class.getName()
                        + "'><Arg><Ref refid='part'/></Arg></Configure>");
        Path again = Files.writeString(
                dir.resolve("again.xml"),
                "<Configure id='part'><Set name='owner'><Ref refid='owner'/></Set></Configure>");
        XmlConfiguration.main(part.toString(), owner.toString(), again.toString());
        assertThat(Owner.last.isStarted()).isTrue();
        assertThat(Owner.last.getBeans(Referrer.class)).allMatch(Referrer::isStarted);
        Owner.last.stop();
    }

    @Test
    public void mainBuildsEnvironments(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(
                dir.resolve("env.xml"),
                "<Configure class='" + CLASS + "'><Arg><Property name='p'/></Arg><Arg>2</Arg></Configure>");
        Path more = Files.writeString(dir.resolve("more.properties"), "q=from file\n");
        XmlConfiguration.main(
                "p=server", more.toString(), "--env", "eeX", "-cp", dir.toString(), "p=env", file.toString());
        assertThat(Target.LOG).containsExactly("start env/2");
        Environment environment = Environment.get("eex");
        assertThat(environment.getAttribute("p")).isEqualTo("env");
        assertThat(environment.getClassLoader().getResource("more.properties")).isNotNull();
    }

    @Test
    public void mainRefusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> XmlConfiguration.main("no-such.xml")).hasMessage("Cannot read file: no-such.xml");
        assertThatThrownBy(() -> XmlConfiguration.main("--bogus")).hasMessageContaining("unknown option: --bogus");
        assertThatThrownBy(() -> XmlConfiguration.main("-cp", "x")).hasMessageContaining("after --env");
    }

    @Test
    public void pathsAreResolved(@TempDir Path dir) {
        assertThat(XmlConfiguration.resolvedPath(dir.toString(), "a/b")).isEqualTo(dir.resolve("a/b"));
        assertThat(XmlConfiguration.resolvedPath(dir.toString(), "/abs")).isEqualTo(Path.of("/abs"));
        assertThat(XmlConfiguration.resolvedPath(dir.toString(), null)).isNull();
        assertThat(XmlConfiguration.csvSplitAndResolvePaths(dir.toString(), "a, b"))
                .containsExactly(dir.resolve("a"), dir.resolve("b"));
    }

    @Test
    public void resourceWithoutUriIsReadAndNamedInFailures() throws Exception {
        assertThat(new XmlConfiguration(withoutUri("<Configure class='java.util.Date'/>")).configure())
                .isInstanceOf(java.util.Date.class);
        assertThatThrownBy(() -> new XmlConfiguration(withoutUri("<Wrong/>")))
                .hasMessageContaining("unknown root element Wrong");
    }

    private static MemoryResource withoutUri(String body) {
        return new MemoryResource(URI.create("memory:test.xml"), body.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public URI getURI() {
                return null;
            }

            @Override
            public String toString() {
                return "a resource without URI";
            }
        };
    }
}
