package io.tracejoin.ingest.client;

import io.tracejoin.run.ToolFigure;
import java.util.List;

/** Where the figures go that tools computed themselves. */
@FunctionalInterface
public interface ToolFigureStore {

  /**
   * Keeps what a file says, in place of what a file of that generator said before. The same again
   * changes nothing.
   *
   * @param run the run's number
   * @param generator whose file it is; empty where it has no name
   * @throws org.springframework.dao.DataAccessException if the database is away or refuses
   */
  void keep(int run, String generator, List<ToolFigure> figures);
}
