/** Parses a connection that an administrator edits in a form. */
import type * as z from 'zod/mini';
import { type EquipmentConnection, ownPresetName } from '../../../contract/equipment/equipment.ts';
import { AppError } from '../../shared/app-error.ts';
import { validateInput } from '../../shared/validate-input.ts';
import { ConnectionEntry, toSettings, presetNames, readBuiltInPreset } from '../connection-entry.ts';
import { type Connection, createConnection } from '../connection.ts';
import type { Equipment } from '../equipment.ts';
import type { Preset } from '../preset-format/preset.ts';

type Draft = z.output<typeof EquipmentConnection>;

/**
 * Parses a form. `before`: the stored connection, whose own preset is kept. Throws AppError with the invalid fields.
 */
export function parseDraft(draft: Draft, before: ConnectionEntry | undefined): ConnectionEntry {
  const { preset, ...fields } = draft;
  const keepsOwn = preset === ownPresetName && before?.ownPreset !== undefined;
  const result = validateInput(
    ConnectionEntry,
    keepsOwn ? { ...fields, ownPreset: before.ownPreset } : { ...fields, preset },
    'connection',
  );
  if ('errors' in result) throw new AppError('invalid-request', { errors: [...result.errors] });
  return result.value;
}

/** Creates a connection from a form that may be incomplete, to explain messages. Undefined: the preset does not exist. */
export function connectionOfDraft(equipment: Equipment, draft: Draft): Connection | undefined {
  const preset = presetOf(equipment, draft);
  if (preset === undefined) return undefined;
  const rooms = draft.rooms.flatMap(({ room = '', ...names }) => {
    const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
    return room === '' || Object.keys(given).length === 0 ? [] : [{ room, ...given }];
  });
  const topic = draft.topic.replace(/\/+$/, '');
  const availability = Object.fromEntries(
    Object.entries(draft.availability ?? {}).flatMap(([word, meaning]) =>
      meaning === 'online' || meaning === 'offline' ? [[word, meaning] as const] : [],
    ),
  );
  return createConnection(toSettings({ ...draft, topic, rooms, availability }, preset));
}

function presetOf(equipment: Equipment, { name, preset }: Draft): Preset | undefined {
  if (preset === ownPresetName) return equipment.settings().find((one) => one.name === name)?.preset;
  const builtIn = presetNames.find((one) => one === preset);
  return builtIn === undefined ? undefined : readBuiltInPreset(builtIn);
}
