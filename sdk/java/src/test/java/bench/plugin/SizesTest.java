package bench.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import org.junit.jupiter.api.Test;

/** A size is never what a call fails of. */
class SizesTest {
    private record Link(Link next) implements Serializable {}

    @Test
    void whatCannotBeSerializedHasNoSize() {
        assertTrue(Sizes.serialized("some text") > 0);
        assertEquals(0, Sizes.serialized(new Object()));
        Link chain = null;
        for (int i = 0; i < 1_000_000; i++) {
            chain = new Link(chain); // which overflows the stack
        }
        assertEquals(0, Sizes.serialized(chain));
    }
}
