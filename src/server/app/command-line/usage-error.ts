import { OperatorError } from '../../shared/operator-error.ts';

/** The arguments of a command are wrong. The process ends with exit code 2. */
export class UsageError extends OperatorError {}
