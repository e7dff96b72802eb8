/** Finds the groups of a user: in the access token, or in the userinfo of the provider. */
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
   * Reads the userinfo claims. Resolves to undefined when the provider has none, throws AppError `unavailable` when it
   * does not answer.
   */
  readonly readUserInfo?: ((token: string) => Promise<Readonly<Record<string, unknown>> | undefined>) | undefined;
  readonly now: () => number;
  readonly log: WarnLog;
}

/**
 * While the userinfo is unavailable, a user keeps the last groups for this time, a night shift, so that boards keep
 * working.
 */
const maxGroupsAgeMs = 12 * 60 * 60_000;
const maxUsers = 10_000;

/** Throws AppError `unavailable` when the groups are needed from the userinfo and it does not answer. */
export type ReadGroups = (token: string, payload: JWTPayload) => Promise<FoundGroups>;

export function createGroupReader({ format, readUserInfo, now, log }: GroupReaderOptions): ReadGroups {
  /** The groups of the last userinfo of each subject. */
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
    // The claims must be about the same user (OpenID Connect Core, section 5.3.2).
    const groups = claims?.['sub'] === subject ? groupsOfClaims(claims, format) : undefined;
    if (groups === undefined) return undefined;
    remember(subject, groups);
    return { groups, source: `claim ${claim} of the userinfo` };
  }

  return async (token, payload) => {
    const subject = payload.sub ?? '';
    const groups = groupsOfClaims(payload, format);
    const inToken = groups && { groups, source: `claim ${claim} of the access token` };
    // Some providers send an empty list in the token and the groups in the userinfo.
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
