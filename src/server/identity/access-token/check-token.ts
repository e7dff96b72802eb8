/**
 * Checks an access token as the server does: whether it is accepted, which groups it has and which rights they give.
 */
import { decodeJwt } from 'jose';
import { type GroupRight, userOfGroups } from '../../../domain/user.ts';
import type { Finding } from '../../database/maintenance/check-data.ts';
import { AppError } from '../../shared/app-error.ts';
import { TokenError } from './token-refusal.ts';
import type { VerifiedToken, VerifyToken } from './verify-token.ts';

interface TokenCheckOptions {
  readonly verifyToken: VerifyToken;
  readonly now: () => number;
  readonly rights: readonly GroupRight[];
  /** The text that describes a right to the operator. */
  readonly describeRight: (right: GroupRight) => string;
}

const maxNames = 20;

/** The findings contain names of claims and groups, never the token. */
export async function checkToken(token: string, options: TokenCheckOptions): Promise<readonly Finding[]> {
  try {
    const verified = await options.verifyToken(token);
    const secondsLeft = Math.round((verified.expiresAt - options.now()) / 1_000);
    const detail = `accepted for the subject ${verified.subject}, expires in ${secondsLeft} s`;
    return [{ what: 'token', verdict: 'ok', detail }, checkGroups(token, verified), checkRights(verified, options)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error instanceof TokenError ? `${error.reason}: ` : '';
    const detail = `${reason}${error.message} See "Refused tokens" in docs/sign-in.md`;
    return [{ what: 'token', verdict: 'wrong', detail }];
  }
}

function checkGroups(token: string, { groups, groupsSource }: VerifiedToken): Finding {
  if (groups.length > 0) return { what: 'groups', verdict: 'ok', detail: `${listOf(groups)} (${groupsSource})` };
  const claims = listOf(Object.keys(decodeJwt(token)));
  const detail = `none (${groupsSource}): set OIDC_GROUPS_CLAIM. The access token has the claims ${claims}`;
  return { what: 'groups', verdict: 'wrong', detail };
}

function checkRights(token: VerifiedToken, { rights, describeRight }: TokenCheckOptions): Finding {
  const { groups } = token;
  if (userOfGroups(token, groups, rights).scopes.length > 0) {
    const held = rights.filter(({ group }) => groups.includes(group));
    return { what: 'rights', verdict: 'ok', detail: held.map(describeRight).join(', ') };
  }
  const known =
    rights.length === 0 ? 'no group has a right' : `rights exist for ${listOf(rights.map(({ group }) => group))}`;
  const detail = `none: ${known}. Groups are compared letter by letter; \`group grant\` gives a right`;
  return { what: 'rights', verdict: 'wrong', detail };
}

function listOf(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.slice(0, maxNames).join(', ') + (unique.length > maxNames ? ', ...' : '');
}
