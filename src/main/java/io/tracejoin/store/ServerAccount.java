package io.tracejoin.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * As whom the server runs. PostgreSQL refuses root: then it runs in a user namespace, where the
 * same files belong to an account without rights, or, where the system forbids these, as {@code
 * nobody}.
 *
 * @param prefix put before each command
 * @param isOther the account is not the service's own
 */
record ServerAccount(List<String> prefix, boolean isOther) {

  private static final String NOBODY = "65534";
  private static final Duration SOON = Duration.ofSeconds(10);

  static ServerAccount detect() {
    if (!prints("0", List.of("id", "-u"))) {
      return new ServerAccount(List.of(), false);
    }
    List<String> namespace = List.of("unshare", "-U");
    if (prints(NOBODY, with(namespace, List.of("id", "-u")))) {
      return new ServerAccount(namespace, false);
    }
    List<String> nobody =
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    if (prints(NOBODY, with(nobody, List.of("id", "-u")))) {
      return new ServerAccount(nobody, true);
    }
    throw new IllegalStateException(
        "PostgreSQL does not run as root, and neither unshare nor setpriv is there to change that:"
            + " run the service as an ordinary user or set spring.datasource.url");
  }

  /** The command as this account runs it. */
  List<String> command(List<String> command) {
    return with(prefix, command);
  }

  /** Gives the files to the account, if it is another. */
  void own(Path directory) {
    if (isOther) {
      Commands.run(
          List.of("chown", "-R", NOBODY + ":" + NOBODY, directory.toString()),
          Duration.ofMinutes(5));
    }
  }

  private static boolean prints(String expected, List<String> command) {
    try {
      return Commands.run(command, SOON).strip().equals(expected);
    } catch (IllegalStateException notThere) {
      return false;
    }
  }

  private static List<String> with(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
