/** Refuses chains of a home file that name a contact which is none of their location. */
import type { Kysely } from 'kysely';
import { unknownContactsOf } from '../../../../contract/rules/chain.ts';
import { StoredRulesJson } from '../../../../contract/rules/place-rules.ts';
import type { Schema } from '../../../database/schema.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import type { Home } from '../home.ts';
import type { PlannedNode } from './match-home.ts';

/**
 * Adds an error to `problems` for each step that names an unknown contact. A step that is stored already may stay, so
 * that an export with a removed contact can be imported.
 */
export async function checkContacts(
  query: Kysely<Schema>,
  planned: readonly PlannedNode[],
  stored: Home,
  problems: FieldProblem[],
): Promise<void> {
  const storedChains = new Map(stored.map((node) => [`${node.level} ${node.uuid}`, chainOf(node)]));
  const rows = await query.selectFrom('contact').select(['uuid', 'location_uuid as location']).execute();
  const contactsOf = Map.groupBy(rows, ({ location }) => location);
  for (const { node, place } of planned) {
    const chain = chainOf(node);
    if (chain === undefined) continue;
    const location = node.level === 'ward' ? node.parentUUID : node.uuid;
    const contacts = new Set(contactsOf.get(location)?.map(({ uuid }) => uuid));
    const fields = unknownContactsOf({ chain, stored: storedChains.get(`${node.level} ${node.uuid}`), contacts });
    problems.push(...fields.map((field) => fieldProblem(`${place}, rules.${field}`, 'unknown-contact')));
  }
}

function chainOf(node: Home[number]) {
  if (node.level === 'client' || node.level === 'stream' || node.rules === null) return undefined;
  return StoredRulesJson.parse(JSON.parse(node.rules)).chain;
}
