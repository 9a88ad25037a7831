import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Says of every test vector whether it is accepted. Java has no JSON of its own; the few shapes of this one file are read by patterns.
 *
 * <p>{@code javac -d out *.java && java -cp out CheckVectors ../vectors.json}
 */
public final class CheckVectors {
  private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
  private static final Pattern SECRETS = Pattern.compile("\"secrets\": \\[([^\\]]*)\\]");

  private CheckVectors() {}

  public static void main(String[] arguments) throws Exception {
    String[] parts = Files.readString(Path.of(arguments[0])).split("(?=\"name\": )");
    Instant now = Instant.ofEpochSecond(Long.parseLong(find(parts[0], "\"now\": (\\d+)")));
    boolean failed = false;
    for (String vector : List.of(parts).subList(1, parts.length)) {
      boolean accepted = accepts(vector, now);
      failed |= accepted != Boolean.parseBoolean(find(vector, "\"accepted\": (\\w+)"));
      System.out.println((accepted ? "accepted" : "refused") + "\t" + text(vector, "name"));
    }
    System.exit(failed ? 1 : 0);
  }

  private static boolean accepts(String vector, Instant now) {
    try {
      byte[] body = text(vector, "body").getBytes(UTF_8);
      PostbackVerifier.verify(name -> text(vector, name), body, secretsOf(vector), now);
      return true;
    } catch (GeneralSecurityException | IllegalArgumentException refusal) {
      return false;
    }
  }

  private static List<String> secretsOf(String vector) {
    String list = SECRETS.matcher(vector).results().findFirst().orElseThrow().group(1);
    return Pattern.compile(TEXT).matcher(list).results().map(match -> match.group(1)).collect(Collectors.toList());
  }

  /** The text of a field; null when there is none. */
  private static String text(String vector, String name) {
    String found = find(vector, "\"" + name + "\": " + TEXT);
    return found == null ? null : found.translateEscapes();
  }

  private static String find(String json, String pattern) {
    return Pattern.compile(pattern).matcher(json).results().findFirst().map(match -> match.group(1)).orElse(null);
  }
}
