package io.tracejoin.join;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Mappings and profiles that come with the service. */
final class Shipped {

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,50}");

  private Shipped() {}

  /**
   * The document of the shipped mapping that is named here.
   *
   * @throws MappingException if there is none of this name
   */
  static String mapping(YamlPlace name) {
    return text("/mappings/", name, "no mapping of this name is shipped");
  }

  /**
   * The document of the shipped profile that is named here.
   *
   * @throws MappingException if there is none of this name
   */
  static String profile(YamlPlace name) {
    return text("/mappings/profiles/", name, "no profile of this name is shipped");
  }

  private static String text(String folder, YamlPlace name, String missing) {
    if (!NAME.matcher(name.text()).matches()) {
      throw name.error(missing);
    }
    try (InputStream in = Shipped.class.getResourceAsStream(folder + name.text() + ".yaml")) {
      if (in == null) {
        throw name.error(missing);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
