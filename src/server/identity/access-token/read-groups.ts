/** Finds the groups of a user in the access token, or in the userinfo response of the identity provider. */
import type { JWTPayload } from 'jose';
import { AppError } from '../../shared/app-error.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { groupsOfClaims, type GroupsFormat } from './groups-of-claims.ts';

interface FoundGroups {
  readonly groups: readonly string[];
  /** Where the groups were found, for the log. */
  readonly source: string;
}

export interface GroupReaderOptions {
  readonly format: GroupsFormat;
  /**
   * Reads the claims of the user from the provider's userinfo endpoint. Resolves to undefined when the provider has no
   * userinfo for the token. Throws AppError `unavailable` when the provider does not respond.
   */
  readonly readUserInfo?: ((token: string) => Promise<Readonly<Record<string, unknown>> | undefined>) | undefined;
  readonly now: () => number;
  readonly log: WarnLog;
}

/**
 * How long the groups of a user's last userinfo response are used while the userinfo endpoint is unavailable. The time
 * covers a night shift, so that boards keep working.
 */
const maxGroupsAgeMs = 12 * 60 * 60_000;
const maxUsers = 10_000;

/** Reads the groups of a user. Throws AppError `unavailable` when the userinfo is needed and does not respond. */
export type ReadGroups = (token: string, payload: JWTPayload) => Promise<FoundGroups>;

export function createGroupReader({ format, readUserInfo, now, log }: GroupReaderOptions): ReadGroups {
  /** The groups in the last userinfo response of each subject. `readAt`: epoch milliseconds. */
  const lastRead = new Map<string, { readonly groups: readonly string[]; readonly readAt: number }>();
  const { claim } = format;

  function remember(subject: string, groups: readonly string[]): void {
    lastRead.delete(subject);
    lastRead.set(subject, { groups, readAt: now() });
    const [oldest] = lastRead.keys();
    if (lastRead.size > maxUsers && oldest !== undefined) lastRead.delete(oldest);
  }

  function lastGroupsOf(subject: string): FoundGroups | undefined {
    const last = lastRead.get(subject);
    if (last === undefined || now() - last.readAt > maxGroupsAgeMs) return undefined;
    const minutes = Math.round((now() - last.readAt) / 60_000);
    log.warn({ subject, minutes }, 'the userinfo is unavailable, so the user keeps the last known groups');
    return { groups: last.groups, source: `claim ${claim} of the userinfo ${minutes} min ago` };
  }

  async function readFromUserInfo(token: string, subject: string): Promise<FoundGroups | undefined> {
    const claims = await readUserInfo?.(token);
    // The subject of the userinfo must be that of the token (OpenID Connect Core, section 5.3.2).
    const groups = claims?.['sub'] === subject ? groupsOfClaims(claims, format) : undefined;
    if (groups === undefined) return undefined;
    remember(subject, groups);
    return { groups, source: `claim ${claim} of the userinfo` };
  }

  return async (token, payload) => {
    const subject = payload.sub ?? '';
    const groups = groupsOfClaims(payload, format);
    const inToken = groups && { groups, source: `claim ${claim} of the access token` };
    // An empty list in the token does not count, because some providers send it although the userinfo has groups.
    if (inToken !== undefined && inToken.groups.length > 0) return inToken;
    try {
      const inUserInfo = await readFromUserInfo(token, subject);
      return inUserInfo ?? inToken ?? { groups: [], source: `no claim ${claim} in the access token or the userinfo` };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      const known = lastGroupsOf(subject) ?? inToken;
      if (known === undefined) throw error;
      return known;
    }
  };
}
