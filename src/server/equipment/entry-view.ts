/** Converts a stored connection to its form in the administration. */
import type * as z from 'zod/mini';
import { type Equipment, ownPresetName, type StoredConnection } from '../../contract/equipment/equipment.ts';
import { objectVersionOf } from '../shared/object-version.ts';
import { type ConnectionEntry, presetNames, readBuiltInPreset } from './connection-entry.ts';
import type { Preset } from './preset-format/preset.ts';

type PresetView = z.output<typeof Equipment>['presets'][number];

export function toConnectionView(entry: ConnectionEntry): z.output<typeof StoredConnection> {
  const { ownPreset, preset = ownPresetName, ...fields } = entry;
  return {
    connection: { ...fields, preset, rooms: entry.rooms.map((room) => ({ ...room })) },
    version: objectVersionOf({ entry: JSON.stringify(entry) }),
    ownPreset: ownPreset === undefined ? null : viewPreset(ownPresetName, ownPreset),
  };
}

export function listBuiltInPresets(): PresetView[] {
  return presetNames.map((name) => viewPreset(name, readBuiltInPreset(name)));
}

function viewPreset(name: string, preset: Preset): PresetView {
  const roles = Object.entries(preset.roles).map(([role, { about, required = false, parts = [] }]) => ({
    name: role,
    about,
    isRequired: required,
    parts: [...parts],
  }));
  return { name, product: preset.product, documents: [...preset.documents], roles };
}
