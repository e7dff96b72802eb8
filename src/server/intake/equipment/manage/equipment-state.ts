/** What the administration shows of the equipment: the file, its connections and the presets. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import type { Equipment as EquipmentState } from '../../../../contract/manage/equipment.ts';
import { errorMessage } from '../../../shared/error-message.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import { versionOf } from '../../../shared/object-version.ts';
import { serverFile } from '../../../shared/server-files.ts';
import { type ConnectionEntry, parseEquipment, presetNames } from '../file/equipment-file.ts';
import { EquipmentFileError } from '../file/equipment-file-error.ts';
import { Preset } from '../preset-format/preset.ts';
import type { Equipment } from '../equipment.ts';
import type { EquipmentFileAccess } from './equipment-file-access.ts';

type State = z.output<typeof EquipmentState>;

export interface EquipmentStatePorts {
  readonly equipment: Equipment;
  readonly file: EquipmentFileAccess;
  readonly brokers: State['brokers'];
}

export function readEquipmentState({ equipment, file, brokers }: EquipmentStatePorts): State {
  const { text, connections, problems } = readConnections(file);
  const ofFiles = equipment.settings().flatMap(({ preset, presetFile }) => ({ preset, presetFile }));
  const presetFiles = connections.flatMap(({ name, presetFile }) => {
    const used = ofFiles[equipment.settings().findIndex((one) => one.name === name)];
    return presetFile === undefined || used === undefined ? [] : [describePreset(presetFile, used.preset, false)];
  });
  return {
    path: file.path,
    readOnlyReason: file.readOnlyReason(),
    text,
    version: versionOf({ text }),
    problems: [...problems],
    connections: connections.map(copyEntry),
    presets: [...builtInPresets(), ...presetFiles],
    brokers,
  };
}

interface FileContent {
  readonly text: string;
  readonly connections: readonly ConnectionEntry[];
  readonly problems: readonly FieldProblem[];
}

/** The content of the file. A file that does not exist yet has no connections. */
export function readConnections(file: EquipmentFileAccess): FileContent {
  let text = '';
  try {
    text = file.read();
    if (file.path === null || text === '') return { text, connections: [], problems: [] };
    return { text, connections: parseEquipment(file.path, text).connections, problems: [] };
  } catch (error) {
    if (error instanceof EquipmentFileError) return { text, connections: [], problems: error.problems };
    return { text, connections: [], problems: [fieldProblem('', 'unreadable', { message: errorMessage(error) })] };
  }
}

function copyEntry({ rooms, ...entry }: ConnectionEntry): State['connections'][number] {
  return { ...entry, rooms: rooms.map((room) => ({ ...room })) };
}

function builtInPresets(): State['presets'] {
  return presetNames.map((name) => describePreset(name, readBuiltInPreset(name), true));
}

/** A built-in preset. Throws for a name that is none. */
export function readBuiltInPreset(name: (typeof presetNames)[number]): Preset {
  const file = fileURLToPath(serverFile(`intake/equipment/presets/${name}.json`));
  return Preset.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function describePreset(name: string, preset: Preset, isBuiltIn: boolean): State['presets'][number] {
  const roles = Object.entries(preset.roles).map(([role, { about, required = false, parts = [] }]) => ({
    name: role,
    about,
    isRequired: required,
    parts: [...parts],
  }));
  return { name, isBuiltIn, product: preset.product, documents: [...preset.documents], roles };
}
