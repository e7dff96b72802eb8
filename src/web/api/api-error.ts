/** The error responses of the API (RFC 9457). */
import * as z from 'zod/mini';
import { Problem } from '../../contract/problem.ts';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status of the response. */
  readonly status: number;
  /** The reason of the problem body: a word for programs, such as `expired`. */
  readonly reason: string | undefined;
  /** The JSON body of the response. */
  readonly body: unknown;

  constructor(status: number, message: string, reason?: string, body?: unknown) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.body = body;
  }
}

/** The error of a refused call. Its message is the detail of the problem body, or the status text without one. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = z.safeParse(Problem, body);
  const text = problem.success ? (problem.data.detail ?? problem.data.title) : response.statusText;
  return new ApiError(response.status, `${response.status} ${text}`.trim(), problem.data?.reason, body);
}

/** True for an error that a retry would not change (API-6). */
export function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);
}

/** Whether our server has refused the call. The response of a proxy that cannot reach it has no problem body. */
export function isFromServer(error: unknown): error is ApiError {
  return error instanceof ApiError && z.safeParse(Problem, error.body).success;
}

/** Whether the server says that something does not exist, or that the user may not see it. */
export function isNotFound(error: unknown): boolean {
  return isFromServer(error) && error.status === 404;
}
