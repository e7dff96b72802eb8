/** The calls of administrators for the rights of groups. */
import type * as z from 'zod/mini';
import { groupEndpoints, type ManagedGroup } from '../../../contract/manage/groups.ts';
import type { GroupRight, Right } from '../../../domain/user.ts';
import { userActor } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { grantRight, readGroupRights, revokeRight } from '../../rights/group-rights.ts';
import { type HasAdministrator, keepAdministrator } from '../../rights/keep-administrator.ts';
import { requireEverything } from '../../rights/manager.ts';
import { requireVersion, versionOf } from '../../shared/object-version.ts';
import { previewRights } from './preview-rights.ts';

export interface GroupRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly hasAdministrator: HasAdministrator;
  /** The groups of each account. Undefined with an external provider. */
  readonly readAccountGroups: (() => Promise<ReadonlyMap<string, readonly string[]>>) | undefined;
  /** Whether the next start replaces the rights by those of an access file. */
  readonly isReplacedAtStart: boolean;
}

type Group = z.output<typeof ManagedGroup>;

export function registerGroupRoutes(api: ApiServer, options: GroupRoutesOptions): void {
  const { database, now, isReplacedAtStart } = options;

  /** Undefined with an external provider. */
  async function countMembers(): Promise<ReadonlyMap<string, number> | undefined> {
    const accounts = await options.readAccountGroups?.();
    if (accounts === undefined) return undefined;
    const counts = new Map<string, number>();
    for (const name of [...accounts.values()].flatMap((names) => [...new Set(names)])) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  serveEndpoint(api, groupEndpoints.listGroups, async ({ caller }) => {
    requireEverything(caller);
    const [rights, members] = [await readGroupRights(database), await countMembers()];
    const names = new Set([...rights.map(({ group }) => group), ...(members?.keys() ?? [])]);
    const items = [...names].toSorted().map((name) => groupOf(name, rights, members));
    return { items, isReplacedAtStart };
  });

  serveEndpoint(api, groupEndpoints.changeGroup, async ({ caller, body, request }) => {
    requireEverything(caller);
    const members = await countMembers();
    return keepAdministrator(database, options.hasAdministrator, async (query) => {
      const before = groupOf(body.name, await readGroupRights({ query }), members);
      if (body.version !== null || before.rights.length > 0) requireVersion(before, body.version ?? '');
      const wanted = new Map(body.rights.map((right) => [keyOf(right), toGroupRight(body.name, right)]));
      const present = new Map(before.rights.map((right) => [keyOf(right), toGroupRight(body.name, right)]));
      const granted = [...wanted].flatMap(([key, right]) => (present.has(key) ? [] : [right]));
      const revoked = [...present].flatMap(([key, right]) => (wanted.has(key) ? [] : [right]));
      const source = { actor: userActor(caller, request), at: now() };
      for (const right of granted) await grantRight({ query }, right, source);
      for (const right of revoked) await revokeRight({ query }, right, source);
      return groupOf(body.name, await readGroupRights({ query }), members);
    });
  });

  serveEndpoint(api, groupEndpoints.previewRights, async ({ caller, body }) => {
    requireEverything(caller);
    if ('rights' in body) return previewRights(database.query, body.rights.map(lowerCase));
    const rights = (await readGroupRights(database)).filter(({ group }) => body.groups.includes(group));
    return previewRights(database.query, rights);
  });
}

function groupOf(name: string, rights: readonly GroupRight[], members: ReadonlyMap<string, number> | undefined): Group {
  const own = rights
    .filter(({ group }) => group === name)
    .map(({ role, scope }) => ({ role, scope }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const memberCount = members === undefined ? null : (members.get(name) ?? 0);
  return { name, rights: own, memberCount, version: versionOf({ name, rights: own.map(keyOf) }) };
}

function keyOf(right: Right): string {
  const { role, scope } = lowerCase(right);
  return scope.kind === 'everything' ? `${role} everything` : `${role} ${scope.kind} ${scope.uuid}`;
}

/** Uuids are stored in lower case. */
function lowerCase({ role, scope }: Right): Right {
  return { role, scope: scope.kind === 'everything' ? scope : { kind: scope.kind, uuid: scope.uuid.toLowerCase() } };
}

function toGroupRight(group: string, right: Right): GroupRight {
  return { group, ...lowerCase(right) };
}
