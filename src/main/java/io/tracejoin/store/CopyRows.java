package io.tracejoin.store;

import io.tracejoin.decompose.TraceId;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes rows in PostgreSQL's binary COPY format. Between {@link #row} and the next one, exactly
 * as many fields must be written as were announced.
 */
final class CopyRows {

  /** Takes the encoded bytes. */
  interface Sink {
    void write(byte[] bytes, int length) throws SQLException;
  }

  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0
  };
  private static final int FLUSH_AT = 64 * 1024;
  private static final long EPOCH_DAY_2000 = LocalDate.of(2000, 1, 1).toEpochDay();
  private static final int OID_TEXT = 25;
  private static final int OID_UUID = 2950;
  private static final int UUID_BYTES = 16;

  private final Sink sink;
  private byte[] buffer = new byte[FLUSH_AT + 8 * 1024];
  private int position;

  /** Starts with the header. */
  CopyRows(Sink sink) {
    this.sink = sink;
    put(SIGNATURE);
    putInt(0);
    putInt(0);
  }

  /** Starts a row of this many fields. */
  void row(int fields) throws SQLException {
    if (position >= FLUSH_AT) {
      flush();
    }
    putShort(fields);
  }

  /** Ends the data; nothing may follow. */
  void end() throws SQLException {
    putShort(-1);
    flush();
  }

  /** Ends at the edge of 16 bits: a count that is wilder than that stays wild, and positive. */
  void int2(int value) {
    putInt(Short.BYTES);
    putShort(Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value)));
  }

  void int2(@Nullable Integer value) {
    if (value == null) {
      nothing();
    } else {
      int2(value.intValue());
    }
  }

  void int4(int value) {
    putInt(Integer.BYTES);
    putInt(value);
  }

  void int4(@Nullable Integer value) {
    if (value == null) {
      nothing();
    } else {
      int4(value.intValue());
    }
  }

  void int8(long value) {
    putInt(Long.BYTES);
    putLong(value);
  }

  void int8(@Nullable Long value) {
    if (value == null) {
      nothing();
    } else {
      int8(value.longValue());
    }
  }

  void bool(@Nullable Boolean value) {
    if (value == null) {
      nothing();
    } else {
      putInt(1);
      require(1);
      buffer[position++] = (byte) (value ? 1 : 0);
    }
  }

  void date(LocalDate value) {
    int4((int) (value.toEpochDay() - EPOCH_DAY_2000));
  }

  void uuid(UUID value) {
    putInt(UUID_BYTES);
    putLong(value.getMostSignificantBits());
    putLong(value.getLeastSignificantBits());
  }

  void uuid(TraceId value) {
    putInt(UUID_BYTES);
    putLong(value.high());
    putLong(value.low());
  }

  void text(@Nullable String value) {
    if (value == null) {
      nothing();
    } else {
      byte[] bytes = utf8(value);
      putInt(bytes.length);
      put(bytes);
    }
  }

  void bytea(byte @Nullable [] value) {
    if (value == null) {
      nothing();
    } else {
      putInt(value.length);
      put(value);
    }
  }

  /** A JSON document as text. */
  void jsonb(@Nullable String json) {
    if (json == null) {
      nothing();
    } else {
      byte[] bytes = utf8(json);
      putInt(bytes.length + 1);
      require(1);
      buffer[position++] = 1; // the version of jsonb's binary form
      put(bytes);
    }
  }

  void textArray(Collection<String> values) {
    int start = beginArray(OID_TEXT, values.size());
    values.forEach(this::text);
    endArray(start);
  }

  void uuidArray(Collection<UUID> values) {
    int start = beginArray(OID_UUID, values.size());
    values.forEach(this::uuid);
    endArray(start);
  }

  /** PostgreSQL's text cannot hold NUL: one such character would sink the whole batch. */
  static String storable(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
  }

  private static byte[] utf8(String text) {
    return storable(text).getBytes(StandardCharsets.UTF_8);
  }

  private void nothing() {
    putInt(-1);
  }

  private int beginArray(int elementType, int size) {
    putInt(0); // the length, known at the end
    int start = position;
    putInt(size == 0 ? 0 : 1); // dimensions
    putInt(0); // has no nulls
    putInt(elementType);
    if (size > 0) {
      putInt(size);
      putInt(1); // lower bound
    }
    return start;
  }

  private void endArray(int start) {
    int end = position;
    position = start - Integer.BYTES;
    putInt(end - start);
    position = end;
  }

  private void flush() throws SQLException {
    sink.write(buffer, position);
    position = 0;
  }

  private void put(byte[] bytes) {
    require(bytes.length);
    System.arraycopy(bytes, 0, buffer, position, bytes.length);
    position += bytes.length;
  }

  private void putShort(int value) {
    require(Short.BYTES);
    buffer[position++] = (byte) (value >> 8);
    buffer[position++] = (byte) value;
  }

  private void putInt(int value) {
    require(Integer.BYTES);
    setInt(position, value);
    position += Integer.BYTES;
  }

  private void putLong(long value) {
    require(Long.BYTES);
    setInt(position, (int) (value >>> Integer.SIZE));
    setInt(position + Integer.BYTES, (int) value);
    position += Long.BYTES;
  }

  /** Byte by byte: a VarHandle is slow for as long as the code around it is not compiled. */
  private void setInt(int at, int value) {
    buffer[at] = (byte) (value >>> 24);
    buffer[at + 1] = (byte) (value >>> 16);
    buffer[at + 2] = (byte) (value >>> 8);
    buffer[at + 3] = (byte) value;
  }

  private void require(int bytes) {
    if (buffer.length - position < bytes) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, position + bytes));
    }
  }
}
