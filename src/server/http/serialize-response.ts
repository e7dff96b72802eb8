/** Turns the value of a response into its text. */
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';

/** Checks the value against the response schema and returns it as JSON, for a response that several callers share. */
export function serializeResponse<E extends Endpoint>(endpoint: E, value: z.output<E['response']>): string {
  const response = endpoint.response.safeParse(value);
  if (!response.success) throw new ResponseError(endpoint, response.error);
  // NOTE: Fastify sends an empty body for null, so we serialize it ourselves.
  return JSON.stringify(response.data);
}

/** A response that does not match the contract. This is a bug, and the caller gets no details. */
class ResponseError extends Error {
  constructor(endpoint: Endpoint, error: z.core.$ZodError) {
    super(`the response of ${endpoint.method} ${endpoint.path} breaks the contract: ${z.prettifyError(error)}`);
    this.name = 'ResponseError';
  }
}
