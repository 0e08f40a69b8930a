package io.tracejoin.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CopyRowsTest {

  private static final int HEADER = 19;

  @Test
  void startsWithTheSignatureAndEndsWithTheTrailer() throws SQLException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CopyRows rows = new CopyRows((bytes, length) -> out.write(bytes, 0, length));
    rows.end();

    assertThat(HexFormat.of().formatHex(out.toByteArray()))
        .isEqualTo("5047434f50590aff0d0a00" + "00000000" + "00000000" + "ffff");
  }

  @Test
  void writesEachTypeWithItsLength() throws SQLException {
    assertThat(field(out -> out.int2(-2))).isEqualTo("00000002fffe");
    assertThat(field(out -> out.int4(7))).isEqualTo("0000000400000007");
    assertThat(field(out -> out.int8(Long.MIN_VALUE))).isEqualTo("000000088000000000000000");
    assertThat(field(out -> out.bool(true))).isEqualTo("0000000101");
    assertThat(field(out -> out.text("ü"))).isEqualTo("00000002c3bc");
    assertThat(field(out -> out.jsonb("{}"))).isEqualTo("00000003017b7d");
    assertThat(field(out -> out.date(LocalDate.of(2000, 1, 2)))).isEqualTo("0000000400000001");
    assertThat(field(out -> out.uuid(new UUID(1, 2))))
        .isEqualTo("0000001000000000000000010000000000000002");
  }

  @Test
  void writesNullAsLengthMinusOne() throws SQLException {
    assertThat(field(out -> out.text(null))).isEqualTo("ffffffff");
    assertThat(field(out -> out.int8((Long) null))).isEqualTo("ffffffff");
    assertThat(field(out -> out.jsonb(null))).isEqualTo("ffffffff");
  }

  @Test
  void writesArraysWithTheLengthOfAllTheirElements() throws SQLException {
    assertThat(field(out -> out.textArray(List.of("a"))))
        .isEqualTo(
            "00000019"
                + "00000001"
                + "00000000"
                + "00000019"
                + "00000001"
                + "00000001"
                + "00000001"
                + "61");
    assertThat(field(out -> out.uuidArray(List.of())))
        .isEqualTo("0000000c" + "00000000" + "00000000" + "00000b86");
  }

  @Test
  void replacesTheOneCharacterThatPostgresCannotHold() throws SQLException {
    assertThat(field(out -> out.text("\u0000"))).isEqualTo("00000003efbfbd");
  }

  @Test
  void keepsRowsWholeWhenTheyAreLargerThanTheBuffer() throws SQLException {
    String large = "x".repeat(300_000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CopyRows rows = new CopyRows((bytes, length) -> out.write(bytes, 0, length));
    for (int i = 0; i < 3; i++) {
      rows.row(1);
      rows.text(large);
    }
    rows.end();

    ByteBuffer bytes = ByteBuffer.wrap(out.toByteArray()).position(HEADER);
    for (int i = 0; i < 3; i++) {
      assertThat(bytes.getShort()).isEqualTo((short) 1);
      byte[] text = new byte[bytes.getInt()];
      bytes.get(text);
      assertThat(new String(text, StandardCharsets.UTF_8)).isEqualTo(large);
    }
    assertThat(bytes.getShort()).isEqualTo((short) -1);
    assertThat(bytes.hasRemaining()).isFalse();
  }

  private static String field(Consumer<CopyRows> write) throws SQLException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CopyRows rows = new CopyRows((bytes, length) -> out.write(bytes, 0, length));
    rows.row(1);
    write.accept(rows);
    rows.end();
    byte[] all = out.toByteArray();
    byte[] field = Arrays.copyOfRange(all, HEADER + Short.BYTES, all.length - Short.BYTES);
    return HexFormat.of().formatHex(field);
  }
}
