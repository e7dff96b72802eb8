import { OperatorError } from '../../shared/operator-error.ts';
import type { CommandContext } from './command-context.ts';

/** Throws OperatorError when users sign in at an external provider. */
export function assertEmbeddedProvider({ config }: Pick<CommandContext, 'config'>): void {
  const { identity } = config();
  if (identity.kind === 'embedded') return;
  throw new OperatorError(`Users sign in at ${identity.issuer}. Manage their accounts and its keys there.`);
}
