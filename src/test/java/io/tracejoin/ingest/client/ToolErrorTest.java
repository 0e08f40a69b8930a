package io.tracejoin.ingest.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolErrorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Service Unavailable|REJECTED|503|",
        "Too Many Requests|REJECTED|429|",
        "Too Many Requests: {'error':'busy'}|REJECTED|429|",
        "HTTP Error 503|REJECTED|503|",
        "HTTPStatusError(\"Server error '500 Internal Server Error' for url x\")|HTTP_ERROR|500|",
        "Gateway Timeout|HTTP_ERROR|504|",
        "TimeoutError()|TIMEOUT||TimeoutError",
        "asyncio.exceptions.TimeoutError|TIMEOUT||TimeoutError",
        "ReadTimeout('')|TIMEOUT||ReadTimeout",
        "Request was cancelled|CANCELLED||",
        "aiohttp.client_exceptions.ServerDisconnectedError: x|DISCONNECTED||ServerDisconnectedError",
        "httpx.RemoteProtocolError: peer closed|DISCONNECTED||RemoteProtocolError",
        "Never received a valid chunk to calculate TTFT.|ERROR||",
        "ValueError: 400 tokens|ERROR||ValueError"
      })
  void isToldByTheWordsOfAnyTool(
      String text, String outcome, @Nullable Integer status, @Nullable String code) {
    ToolError error = ToolError.of(text);
    assertThat(error.outcome()).hasToString(outcome);
    assertThat(error.status()).isEqualTo(status);
    assertThat(error.code()).isEqualTo(code);
  }

  @Test
  void aTracebackIsToldByItsLastLine() {
    ToolError error =
        ToolError.of(
            "Traceback (most recent call last):\n  File \"x.py\", line 503, in Timeout\n"
                + "aiohttp.client_exceptions.ClientPayloadError: not completed\n");
    assertThat(error.outcome()).hasToString("DISCONNECTED");
    assertThat(error.status()).isNull();
    assertThat(error.code()).isEqualTo("ClientPayloadError");
  }

  @Test
  void theToolsOwnCodeGoesBeforeItsWords() {
    assertThat(ToolError.of(499, "x: y").outcome()).hasToString("CANCELLED");
    assertThat(ToolError.of(499, "x: y").status()).isNull();
    assertThat(ToolError.of(500, "TimeoutError: x").outcome()).hasToString("HTTP_ERROR");
    assertThat(ToolError.of(200, "SSEError: x").outcome()).hasToString("ERROR");
  }
}
