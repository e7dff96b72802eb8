/** Adds a client, a location or a ward. */
import type * as z from 'zod/mini';
import type { placeEndpoints } from '../../../contract/home/places.ts';
import type { ScopeLevel } from '../../../domain/user.ts';
import { requireFound } from '../../http/require-found.ts';
import { findPlace } from '../../database/find-place.ts';
import { requireScopeEverything } from '../../rights/manager.ts';
import { AppError } from '../../shared/app-error.ts';
import { fieldProblem } from '../../shared/reason.ts';
import { findFreeAlias, slugOf } from '../alias.ts';
import { type Manager, editHome, type HomeEdit, parentLevels, type PlaceRow, requirePlace } from './home-edit.ts';
import { clientsOfRooms, recordHomeEvents } from './home-events.ts';
import { requireFreeLocationAlias } from './unique-aliases.ts';

type NewPlace = z.output<typeof placeEndpoints.addPlace.body>;
type Write = Parameters<Parameters<typeof editHome>[1]>[0];

/**
 * Adds a place. Throws AppError `not-found` or `forbidden` for the parent, `not-found` when another place has the uuid,
 * `invalid-request` for an alias that is in use.
 */
export async function addPlace(edit: HomeEdit, { level, ...wanted }: NewPlace): Promise<void> {
  const { caller, source } = edit;
  const uuid = wanted.uuid.toLowerCase();
  const { displayName } = wanted;
  await editHome(edit, async (write) => {
    const parent = await requireParent(write, caller, level, wanted.parentUUID);
    const existing = await findPlace(write, level, uuid);
    if (existing !== undefined) {
      // The place exists already, because the caller lost the response and repeats the call.
      const { parentUUID } = await requirePlace(write, caller, level, uuid);
      requireFound(parentUUID === (parent?.uuid ?? null) || undefined);
      return;
    }
    const alias = level === 'location' ? await aliasOfLocation(write, caller, { ...wanted, uuid }) : null;
    await insertPlace(write, { level, uuid, displayName, alias, parentUUID: parent?.uuid ?? '' });
    const place = parent?.path.join(' > ') ?? '';
    const clients = clientsOfRooms(parent ?? { clientUUID: uuid, clientName: displayName });
    const after = { displayName, alias, rules: null, place };
    const node = { level, uuid, displayName };
    await recordHomeEvents(write, [{ effect: 'added', node, place, clients, after }], source);
  });
}

/** Checks the right for the parent of the new place. Undefined for a client, which needs a right for everything. */
async function requireParent(
  write: Write,
  caller: Manager,
  level: ScopeLevel,
  parentUUID: string | null,
): Promise<PlaceRow | undefined> {
  const parentLevel = parentLevels[level];
  if ((parentLevel === undefined) !== (parentUUID === null)) {
    throw new AppError('invalid-request', { errors: [fieldProblem('parentUUID', 'missing')] });
  }
  if (parentLevel !== undefined && parentUUID !== null) return requirePlace(write, caller, parentLevel, parentUUID);
  requireScopeEverything(caller);
  return undefined;
}

async function aliasOfLocation(
  write: Write,
  caller: Manager,
  { uuid, displayName, alias }: Pick<NewPlace, 'uuid' | 'displayName' | 'alias'>,
): Promise<string> {
  if (alias !== undefined) {
    await requireFreeLocationAlias(write, caller, alias, uuid);
    return alias;
  }
  const rows = await write.selectFrom('location').select('alias').where('alias', 'is not', null).execute();
  const used = new Set(rows.map((row) => row.alias?.toLowerCase()));
  return findFreeAlias(slugOf(displayName, 'location'), (one) => used.has(one));
}

interface InsertedPlace extends Pick<PlaceRow, 'level' | 'uuid' | 'displayName' | 'alias'> {
  /** The uuid of the parent. Empty for a client. */
  readonly parentUUID: string;
}

async function insertPlace(
  write: Write,
  { level, uuid, displayName, alias, parentUUID }: InsertedPlace,
): Promise<void> {
  const named = { uuid, display_name: displayName };
  switch (level) {
    case 'client':
      await write.insertInto('client').values(named).execute();
      return;
    case 'location': {
      const row = { ...named, client_uuid: parentUUID, alias };
      await write.insertInto('location').values(row).execute();
      return;
    }
    case 'ward': {
      const row = { ...named, location_uuid: parentUUID };
      await write.insertInto('ward').values(row).execute();
    }
  }
}
