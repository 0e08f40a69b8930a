package io.tracejoin.web;

import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.MimeTypeUtils;

/** Chooses among the forms of one resource. */
final class Accepted {

  static final MediaType TEXT = MediaType.parseMediaType("text/plain;charset=UTF-8");
  static final MediaType CSV = MediaType.parseMediaType("text/csv;charset=UTF-8");
  static final String CSV_VALUE = "text/csv";

  private Accepted() {}

  /**
   * The form that the caller likes best; the first where he likes all alike.
   *
   * @param offered in the order of our own preference
   */
  static MediaType best(HttpHeaders headers, List<MediaType> offered) {
    List<MediaType> wanted = new ArrayList<>(headers.getAccept());
    MimeTypeUtils.sortBySpecificity(wanted);
    wanted.sort((a, b) -> Double.compare(b.getQualityValue(), a.getQualityValue()));
    for (MediaType type : wanted) {
      for (MediaType form : offered) {
        if (type.isCompatibleWith(form)) {
          return form;
        }
      }
    }
    return offered.get(0);
  }
}
