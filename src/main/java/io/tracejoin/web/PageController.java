package io.tracejoin.web;

import io.swagger.v3.oas.annotations.Hidden;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Gives every page its own address; which one it is, the page itself reads from the address. */
@Controller
@Hidden
final class PageController {

  @GetMapping({
    "/",
    "/runs",
    "/runs/{run_id}",
    "/runs/{run_id}/requests",
    "/traces/{trace_id}",
  })
  String page() {
    return "forward:/pages/index.html";
  }
}
