/** An expected refusal of a request. The problem handler sends it as a problem body. Any other error is a bug. */
import { problemStatuses, type FieldError, type ProblemCode } from '../../contract/problem.ts';
import type * as z from 'zod/mini';

export interface AppErrorOptions {
  /** What is wrong with the request, for a person. Contains no secret and no internal detail. */
  readonly detail?: string;
  readonly errors?: readonly z.infer<typeof FieldError>[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem body (RFC 9457, section 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly options: AppErrorOptions;

  constructor(code: ProblemCode, options: AppErrorOptions = {}) {
    super(options.detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.status = problemStatuses[code];
    this.options = options;
  }
}
