/** Replaces the own rules of a location, ward or room. */
import type * as z from 'zod/mini';
import type { rulesEndpoints } from '../../contract/rules/rules.ts';
import { unknownContactsOf } from '../../contract/rules/chain.ts';
import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import { type AuditSource, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../shared/app-error.ts';
import { fieldProblem } from '../shared/reason.ts';
import { requireVersion } from '../shared/object-version.ts';
import { storeEffectiveRules } from '../home/effective-rules.ts';
import { toCanonicalRules } from '../home/home-file/format/home-schema.ts';
import { readPlaceRules, type RulesSubject } from './ruled-place.ts';

export type RulesChange = z.output<typeof rulesEndpoints.changeRules.body>;

/**
 * Stores the rules of the subject and recomputes the effective rules of its rooms. `subject`: must be checked against
 * the rights of the user before. Throws AppError `conflict` when the rules have changed since the form was filled.
 */
export async function changeRules(
  database: Database,
  subject: RulesSubject,
  { version, rules }: Pick<RulesChange, 'version' | 'rules'>,
  { clientUUID, ...source }: AuditSource & { readonly clientUUID: string },
) {
  requireRulesOfLevel(subject, rules);
  const { level, uuid } = subject;
  const own_rules = toCanonicalRules(rules);
  const state = await database.withExclusiveLock(() =>
    database.query.transaction().execute(async (write) => {
      const current = await readPlaceRules(write, subject);
      const before = toCanonicalRules(current.rules);
      // The caller lost the response and repeats the call: the rules are as wanted already.
      if (before === own_rules) return current;
      requireVersion(current, version);
      requireContacts(current, rules);
      await write.updateTable(level).set({ own_rules }).where('uuid', '=', uuid).execute();
      const [location = current] = current.above;
      await storeEffectiveRules(write, [location.uuid]);
      const kind = level === 'stream' ? 'room' : level;
      await recordAudit(write, {
        ...source,
        action: `${kind}.change`,
        object: { kind, id: uuid, name: current.displayName },
        clientUUID,
        before: { rules: before },
        after: { rules: own_rules },
      });
      return readPlaceRules(write, subject);
    }),
  );
  database.hierarchyChanged();
  return state;
}

/**
 * Refuses a step of the chain for what is no contact of the location. A step that is stored already may stay, so that
 * the removal of a contact does not block the other rules. Throws AppError `invalid-request`.
 */
function requireContacts(current: Awaited<ReturnType<typeof readPlaceRules>>, { chain }: PlaceRules): void {
  const contacts = new Set(current.contacts.map(({ uuid }) => uuid));
  const errors = unknownContactsOf({ chain, stored: current.rules.chain, contacts }).map((field) =>
    fieldProblem(`rules.${field}`, 'unknown-contact'),
  );
  if (errors.length > 0) throw new AppError('invalid-request', { errors });
}

/**
 * Refuses rules by type and a chain for a room, because a room has only one type and no staff of its own, and what only
 * a location has for anything else. Throws AppError `invalid-request`.
 */
export function requireRulesOfLevel({ level }: RulesSubject, rules: PlaceRules): void {
  const errors = [
    ...(['types', 'chain'] as const)
      .filter((name) => level === 'stream' && rules[name] !== undefined)
      .map((name) => ({ field: `rules.${name}`, reason: 'is for locations and wards' })),
    ...(['timeZone', 'shifts', 'discreetPhones'] as const)
      .filter((name) => level !== 'location' && rules[name] !== undefined)
      .map((name) => ({ field: `rules.${name}`, reason: 'is for locations' })),
  ];
  if (errors.length > 0) throw new AppError('invalid-request', { errors });
}
