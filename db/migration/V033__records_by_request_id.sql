-- Most runs carry trace IDs: whether any record carries a request ID is asked before each join.
CREATE INDEX client_record_by_request_id ON client_record (trace_id) WHERE by_request_id;
