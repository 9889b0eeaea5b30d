package bench.plugin;

/** Says why a problem or a call cannot be answered. Its message alone is shown, without a stack trace. */
public class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A refusal with a message for the user. */
    public Refused(String message) {
        super(message);
    }

    /** A refusal with a message for the user, because of something else. */
    public Refused(String message, Throwable cause) {
        super(message, cause);
    }
}
