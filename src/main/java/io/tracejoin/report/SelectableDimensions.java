package io.tracejoin.report;

import io.tracejoin.budget.Selectable;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** What budgets may select by: the dimensions of slices. */
@Component
final class SelectableDimensions implements Selectable {

  @Override
  public Set<String> dimensions() {
    return Arrays.stream(SliceDimension.values())
        .map(SliceDimension::code)
        .collect(Collectors.toUnmodifiableSet());
  }
}
