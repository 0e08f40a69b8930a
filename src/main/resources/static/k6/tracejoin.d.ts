/* Types of tracejoin.js; they build on @types/k6. */
import type {
  BatchRequests,
  BatchResponses,
  Params,
  RefinedParams,
  RefinedResponse,
  RequestBody,
  ResponseType,
  url,
} from 'k6/http';

type Url = string | ReturnType<typeof url>;
type Body = RequestBody | null;

/** What k6/http exports, as far as it is used: pass another client to trace that one. */
export interface HttpClient {
  get: Function;
  head: Function;
  options: Function;
  post: Function;
  put: Function;
  patch: Function;
  del: Function;
  request: Function;
  asyncRequest: Function;
  batch: Function;
}

export interface TracejoinOptions {
  /** The run that the results will be uploaded to: 1 to 100 of A-Z a-z 0-9 . _ - */
  run: string;
  /** Sends the requests; `k6/http` by default. */
  http?: HttpClient;
  /** Log the trace IDs of requests whose duration is this many milliseconds or more; null: none. */
  slowMs?: number | null;
  /** Log the trace IDs of requests without an answer, or with a status from 400. */
  logFailed?: boolean;
}

/** One trace, open while the synchronous part of a callback runs. */
export interface Trace {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the parent span ID that the latest request of the trace sent. */
  readonly spanId: string;
  /** The header value, for a request that is not sent by this module. */
  readonly traceparent: string;
  /** A copy of the params with the `traceparent` header; what was passed is not changed. */
  params<P extends Params>(params?: P | null): P;
  /** Enters the trace again, for checks and custom metrics that follow an `await`. */
  run<T>(inside: () => T): T;
}

/** The methods of k6/http, each with an identity of its own for every request. */
export interface Tracejoin {
  /** The 4 hex digits of the run within its trace IDs, after the first 12. */
  readonly runTag: string;
  get<RT extends ResponseType | undefined>(url: Url, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  head<RT extends ResponseType | undefined>(url: Url, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  options<RT extends ResponseType | undefined>(url: Url, body?: Body, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  post<RT extends ResponseType | undefined>(url: Url, body?: Body, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  put<RT extends ResponseType | undefined>(url: Url, body?: Body, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  patch<RT extends ResponseType | undefined>(url: Url, body?: Body, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  del<RT extends ResponseType | undefined>(url: Url, body?: Body, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  request<RT extends ResponseType | undefined>(method: string, url: Url, body?: Body, params?: RefinedParams<RT> | null): RefinedResponse<RT>;
  /** Any number may be under way at once. The metadata is gone when the promise settles. */
  asyncRequest<RT extends ResponseType | undefined>(method: string, url: Url, body?: Body, params?: RefinedParams<RT> | null): Promise<RefinedResponse<RT>>;
  /** Each entry has its own trace ID, as the tag `traceparent`: one more time series a request. */
  batch<Q extends BatchRequests>(requests: Q): BatchResponses<Q>;
  /**
   * One trace around requests, checks and custom metrics. Metadata holds the IDs of the latest
   * request inside, and is put back when the callback returns or throws; of an async callback that is
   * at its first `await`: use `trace.run` after it.
   */
  traced<T>(call: (trace: Trace) => T): T;
}

export function tracejoin(options: TracejoinOptions): Tracejoin;
