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
    "/runs/{run_id}/steps",
    "/runs/{run_id}/compare",
    "/runs/{run_id}/compare/{baseline_run_id}",
    "/budgets",
    "/budgets/{name}",
    "/budgets/{name}/edit",
    "/budgets/{name}/versions/{version}",
    "/traces/{trace_id}",
  })
  String page() {
    return "forward:/pages/index.html";
  }
}
