import { OperatorError } from '../../shared/operator-error.ts';

/** An error in the arguments of a command. The process ends with exit code 2. */
export class UsageError extends OperatorError {}
