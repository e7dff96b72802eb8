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

/** The text of an error for the terminal. */
export function textForOperator(error: unknown): string {
  return error instanceof OperatorError ? error.message : inspect(error);
}
