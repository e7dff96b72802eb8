/** The calls of administrators for the rights of groups. */
import type * as z from 'zod/mini';
import { groupEndpoints, type ManagedGroup } from '../../contract/people/groups.ts';
import { type GroupRight, isAdministratorOfEverything, type Right } from '../../domain/user.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { grantRight, readGroupRights, revokeRight } from './group-rights.ts';
import { keepAdministrator } from '../rights/keep-administrator.ts';
import { requireVersion, objectVersionOf } from '../shared/object-version.ts';
import { readAccountGroups } from './accounts/accounts.ts';
import { hasAdministratorAccount } from './accounts/administrators.ts';

export interface GroupRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** False with an external provider, which does not send the members of a group. */
  readonly hasAccounts: boolean;
  /** Whether the next start of the server replaces the rights with those of an access file. */
  readonly isReplacedAtStart: boolean;
}

type Group = z.output<typeof ManagedGroup>;

export function registerGroupRoutes(api: ApiServer, options: GroupRoutesOptions): void {
  const { database, now, hasAccounts, isReplacedAtStart } = options;
  const hasAdministrator = hasAccounts ? hasAdministratorAccount : hasAdministratorGroup;

  /** The number of members by group. Undefined with an external provider. */
  async function countMembers(): Promise<ReadonlyMap<string, number> | undefined> {
    if (!hasAccounts) return undefined;
    const accounts = await readAccountGroups(database);
    const counts = new Map<string, number>();
    for (const name of [...accounts.values()].flatMap((names) => [...new Set(names)])) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  serveEndpoint(api, groupEndpoints.listGroups, async () => {
    const [rights, members] = [await readGroupRights(database), await countMembers()];
    const names = new Set([...rights.map(({ group }) => group), ...(members?.keys() ?? [])]);
    const items = [...names].toSorted().map((name) => groupOf(name, rights, members));
    return { items, isReplacedAtStart };
  });

  serveEndpoint(api, groupEndpoints.changeGroup, async ({ caller, body, request }) => {
    const members = await countMembers();
    return keepAdministrator(database, hasAdministrator, async (query) => {
      const before = groupOf(body.name, await readGroupRights({ query }), members);
      if (body.version !== null || before.rights.length > 0) requireVersion(before, body.version ?? '');
      const wanted = new Map(body.rights.map((right) => [keyOf(right), toGroupRight(body.name, right)]));
      const present = new Map(before.rights.map((right) => [keyOf(right), toGroupRight(body.name, right)]));
      const granted = [...wanted].flatMap(([key, right]) => (present.has(key) ? [] : [right]));
      const revoked = [...present].flatMap(([key, right]) => (wanted.has(key) ? [] : [right]));
      const source = { actor: actorOfUser(caller, request), at: now() };
      for (const right of granted) await grantRight({ query }, right, source);
      for (const right of revoked) await revokeRight({ query }, right, source);
      return groupOf(body.name, await readGroupRights({ query }), members);
    });
  });
}

async function hasAdministratorGroup(queries: Pick<Database, 'query'>): Promise<boolean> {
  return (await readGroupRights(queries)).some(isAdministratorOfEverything);
}

function groupOf(name: string, rights: readonly GroupRight[], members: ReadonlyMap<string, number> | undefined): Group {
  const own = rights
    .filter(({ group }) => group === name)
    .map(({ role, scope }) => ({ role, scope }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const memberCount = members === undefined ? null : (members.get(name) ?? 0);
  return { name, rights: own, memberCount, version: objectVersionOf({ name, rights: own.map(keyOf) }) };
}

function keyOf(right: Right): string {
  const { role, scope } = lowerCase(right);
  return scope.kind === 'everything' ? `${role} everything` : `${role} ${scope.kind} ${scope.uuid}`;
}

/** Returns the right with the uuid of its scope in lower case, as uuids are stored. */
function lowerCase({ role, scope }: Right): Right {
  return { role, scope: scope.kind === 'everything' ? scope : { kind: scope.kind, uuid: scope.uuid.toLowerCase() } };
}

function toGroupRight(group: string, right: Right): GroupRight {
  return { group, ...lowerCase(right) };
}
