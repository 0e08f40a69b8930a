package io.tracejoin.run;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Locale;

/** Stores a state by its code. */
@Converter
class RunStateConverter implements AttributeConverter<RunState, String> {

  @Override
  public String convertToDatabaseColumn(RunState state) {
    return state.code();
  }

  @Override
  public RunState convertToEntityAttribute(String code) {
    return RunState.valueOf(code.toUpperCase(Locale.ROOT));
  }
}
