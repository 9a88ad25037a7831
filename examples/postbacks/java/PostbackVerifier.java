import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SignatureException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class PostbackVerifier {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private PostbackVerifier() {}

  /**
   * Returns when a postback is from Centavo, unchanged and recent.
   *
   * @param header finds a header by its name: {@code request::getHeader}
   * @param rawBody the bytes as they came, not what a parser made of them
   * @param secrets of the endpoint, {@code whsec_...}; while one replaces another, both
   * @throws GeneralSecurityException otherwise: answer 400 and do nothing
   * @throws IllegalArgumentException when a secret is none
   */
  public static void verify(
      UnaryOperator<String> header, byte[] rawBody, Collection<String> secrets, Instant now)
      throws GeneralSecurityException {
    String id = require(header, "webhook-id");
    String timestamp = require(header, "webhook-timestamp");
    String[] received = require(header, "webhook-signature").split(" ");
    Instant sent = Instant.ofEpochSecond(secondsOf(timestamp));
    if (Duration.between(sent, now).abs().compareTo(TOLERANCE) > 0) {
      throw new SignatureException("The timestamp is not of now.");
    }
    for (String secret : secrets) {
      byte[] expected = sign(id + "." + timestamp + ".", rawBody, secret);
      for (String one : received) {
        if (MessageDigest.isEqual(expected, one.getBytes(UTF_8))) return;
      }
    }
    throw new SignatureException("No signature fits.");
  }

  private static String require(UnaryOperator<String> header, String name) throws SignatureException {
    String value = header.apply(name);
    if (value == null || value.isEmpty()) throw new SignatureException(name + " is missing.");
    return value;
  }

  private static long secondsOf(String timestamp) throws SignatureException {
    if (!timestamp.matches("[0-9]{1,11}")) throw new SignatureException("The timestamp is no number.");
    return Long.parseLong(timestamp);
  }

  private static byte[] sign(String prefix, byte[] rawBody, String secret) throws GeneralSecurityException {
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    // It refuses an empty key, under which anybody could sign.
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update(prefix.getBytes(UTF_8));
    return ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody))).getBytes(UTF_8);
  }
}
