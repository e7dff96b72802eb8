import { inspect } from 'node:util';

/**
 * An error that the operator can correct. Its message says what is wrong, and what to do where that is known;
 * it is printed without a stack. Any other error is a bug and is printed with its stack.
 */
export class OperatorError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/**
 * Error codes of Node for a file of the operator that cannot be read or written. Node's message names the file and the
 * reason.
 */
const fileErrorCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EISDIR', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS']);

/** The text of an error for the terminal. */
export function describeForOperator(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error && 'code' in error && fileErrorCodes.has(error.code) ? error.message : inspect(error);
}
