package org.eclipse.jetty.util.ajax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Date;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Objects that are written and read by convertors. */
class ConvertorsTest {
    private final JSON json = new JSON();

    /** An object with properties. */
    public static class Item {
        private String name;
        private int count;
        private Double price;
        private boolean sold;
        private char kind = 'x';
        private short[] sizes;
        private String[] tags;
        private Item next;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            if (count < 0) {
                throw new IllegalStateException("negative");
            }
            this.count = count;
        }

        public Double getPrice() {
            return price;
        }

        public void setPrice(Double price) {
            this.price = price;
        }

        public boolean isSold() {
            return sold;
        }

        public void setSold(boolean sold) {
            this.sold = sold;
        }

        public char getKind() {
            return kind;
        }

        public void setKind(char kind) {
            this.kind = kind;
        }

        public short[] getSizes() {
            return sizes;
        }

        public void setSizes(short[] sizes) {
            this.sizes = sizes;
        }

        public String[] getTags() {
            return tags;
        }

        public void setTags(String[] tags) {
            this.tags = tags;
        }

        public Item getNext() {
            return next;
        }

        public void setNext(Item next) {
            this.next = next;
        }
    }

    private static Item item() {
        Item item = new Item();
        item.setName("nut");
        item.setCount(3);
        item.setPrice(2.5);
        item.setSold(true);
        item.setKind('k');
        item.setSizes(new short[] {1, 2});
        item.setTags(new String[] {"a", "b"});
        return item;
    }

    @Test
    void objectIsWrittenAndReadByItsProperties() {
        json.addConvertor(Item.class, new JSONPojoConvertor(Item.class));
        Item item = item();
        item.setNext(new Item());
        Item read = (Item) json.fromJSON(json.toJSON(item));
        assertThat(read).usingRecursiveComparison().isEqualTo(item);
    }

    @Test
    void fieldsAreOrderedAndExcludedOnesAreLeftOut() {
        json.addConvertor(
                Item.class, new JSONPojoConvertor(Item.class, Set.of("next", "tags", "sizes", "kind", "price"), false));
        assertThat(json.toJSON(item())).isEqualTo("{\"count\":3,\"name\":\"nut\",\"sold\":true}");
        json.addConvertor(Item.class, new JSONPojoConvertor(Item.class, new String[] {"name"}));
        Item read = (Item) json.fromJSON("{\"class\":\"" + Item.class.getName() + "\",\"name\":\"x\",\"unknown\":1}");
        assertThat(read.getName()).isNull();
    }

    @Test
    void valueThatIsNotOfItsPropertyFailsWithTheProperty() {
        JSONPojoConvertor convertor = new JSONPojoConvertor(Item.class);
        json.addConvertor(Item.class, convertor);
        String begin = "{\"class\":\"" + Item.class.getName() + "\",";
        assertThatThrownBy(() -> json.fromJSON(begin + "\"count\":\"many\"}"))
                .hasMessageContaining("count: many (expected: int)");
        assertThatThrownBy(() -> json.fromJSON(begin + "\"count\":-1}")).hasRootCauseMessage("negative");
        assertThat(((Item) json.fromJSON(begin + "\"count\":null,\"name\":null}")).getCount())
                .isZero();
        JSONPojoConvertor.Setter setter = convertor.getSetter("sizes");
        assertThat(setter.getPropertyName()).isEqualTo("sizes");
        assertThat(setter.getType()).isEqualTo(short[].class);
        assertThat(setter.getComponentType()).isEqualTo(short.class);
        assertThat(setter.isPropertyNumber()).isTrue();
        assertThat(setter.getNumberType().getActualValue(7L)).isEqualTo((short) 7);
        assertThat(setter.getMethod().getName()).isEqualTo("setSizes");
    }

    @Test
    void factoryMakesTheConvertorOfEachClass() {
        json.addConvertor(Object.class, new JSONPojoConvertorFactory(json));
        Item read = (Item) json.fromJSON(json.toJSON(item()));
        assertThat(read.getName()).isEqualTo("nut");
        assertThat(read.getTags()).containsExactly("a", "b");
        assertThat(json.getConvertorFor(Item.class.getName())).isInstanceOf(JSONPojoConvertor.class);
        assertThat(json.fromJSON(json.toJSON(Thread.State.NEW))).isEqualTo(Thread.State.NEW);
        assertThat(json.toJSON(List.of(new StringBuilder("a"), 'b'))).isEqualTo("[\"a\",\"b\"]");
    }

    @Test
    void objectIsOnlyWritten() {
        json.addConvertor(Item.class, new JSONObjectConvertor(false, new String[] {"next", "tags", "sizes", "kind"}));
        assertThat(json.toJSON(item())).isEqualTo("{\"count\":3,\"name\":\"nut\",\"price\":2.5,\"sold\":true}");
        assertThatThrownBy(() -> new JSONObjectConvertor().fromJSON(java.util.Map.of()))
                .isInstanceOf(UnsupportedOperationException.class);
        json.addConvertor(Item.class, new JSONObjectConvertor(true));
        assertThat(json.toJSON(item())).startsWith("{\"class\":\"" + Item.class.getName() + "\"");
    }

    @Test
    void dateIsTextOrAnObject() {
        Date date = new Date(1_000_000_000_000L);
        json.addConvertor(Date.class, new JSONDateConvertor());
        assertThat(json.toJSON(date)).isEqualTo("\"Sun Sep 09 01:46:40 GMT 2001\"");
        json.addConvertor(Date.class, new JSONDateConvertor(true));
        assertThat(json.fromJSON(json.toJSON(date))).isEqualTo(date);
        json.addConvertor(
                Date.class,
                new JSONDateConvertor("dd. MMMM yyyy HH:mm:ss", TimeZone.getTimeZone("UTC"), true, Locale.GERMAN));
        assertThat(json.toJSON(date)).contains("09. September 2001 01:46:40");
        assertThat(json.fromJSON(json.toJSON(date))).isEqualTo(date);
        assertThatThrownBy(() -> json.fromJSON("{\"class\":\"java.util.Date\",\"value\":\"yesterday\"}"))
                .hasMessageContaining("value: yesterday");
        assertThatThrownBy(() -> new JSONDateConvertor().fromJSON(java.util.Map.of()))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void collectionKeepsItsClass() {
        json.addConvertor(java.util.Collection.class, new JSONCollectionConvertor());
        Object list = json.fromJSON(json.toJSON(new LinkedList<>(Arrays.asList("a", 1L))));
        assertThat(list).isInstanceOf(LinkedList.class).isEqualTo(List.of("a", 1L));
        Object set = json.fromJSON(json.toJSON(new TreeSet<>(Set.of("b", "a"))));
        assertThat(set).isInstanceOf(TreeSet.class).isEqualTo(Set.of("a", "b"));
        assertThat(json.fromJSON(json.toJSON(List.of("a")))).isEqualTo(List.of("a"));
    }
}
