package io.tracejoin.ingest.client;

/**
 * Something in an upload that is no record.
 *
 * @param line where it starts, from 1
 */
record Rejection(long line, String reason) {}
