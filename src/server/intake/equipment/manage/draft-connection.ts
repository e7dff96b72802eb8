/** A connection of a form that is not complete yet. It is only used to explain messages. */
import type * as z from 'zod/mini';
import type { EquipmentConnection } from '../../../../contract/manage/equipment.ts';
import { createEquipment, type Equipment } from '../equipment.ts';
import { checkConnection, presetNames } from '../file/equipment-file.ts';
import type { Preset } from '../preset-format/preset.ts';
import { readBuiltInPreset } from './equipment-state.ts';

type Draft = z.output<typeof EquipmentConnection>;

/** `equipment` with the draft in place of all connections. Undefined: its preset is not known. */
export function withDraft(equipment: Equipment, draft: Draft): Equipment | undefined {
  const preset = presetOf(equipment, draft);
  if (preset === undefined) return undefined;
  const rooms = draft.rooms.flatMap(({ room = '', ...names }) => {
    const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ''));
    return room === '' || Object.keys(given).length === 0 ? [] : [{ room, ...given }];
  });
  const topic = draft.topic.replace(/\/+$/, '');
  const { availability = {}, ...entry } = draft;
  const words = Object.fromEntries(
    Object.entries(availability).flatMap(([word, meaning]) =>
      meaning === 'online' || meaning === 'offline' ? [[word, meaning] as const] : [],
    ),
  );
  // Its problems are named when the connection is saved.
  const ignore = () => undefined;
  const { preset: _name, ...values } = entry;
  return createEquipment([checkConnection({ ...values, topic, rooms, availability: words }, preset, ignore)]);
}

/** A preset file is only read when the equipment file names it. */
function presetOf(equipment: Equipment, { name, preset, presetFile }: Draft): Preset | undefined {
  const builtIn = presetNames.find((one) => one === preset);
  if (builtIn !== undefined) return readBuiltInPreset(builtIn);
  return presetFile === undefined ? undefined : equipment.settings().find((one) => one.name === name)?.preset;
}
