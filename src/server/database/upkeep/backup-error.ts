import { OperatorError } from '../../shared/operator-error.ts';

/** A backup or a restore failed. The message says why. */
export class BackupError extends OperatorError {}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
