/** A connection while it is edited: every value is a text of the form. */
import type { Connection, EquipmentState } from '../use-equipment.ts';

export interface DraftRoom {
  /** Identifies the row while its values change. */
  readonly id: number;
  readonly room: string;
  readonly names: Readonly<Record<string, string>>;
}

export interface Draft {
  readonly name: string;
  /** The name of a built-in preset, or the path of a preset file. */
  readonly preset: string;
  readonly topic: string;
  readonly location: string;
  readonly rooms: readonly DraftRoom[];
  /** Lines such as `AUF = out_of_bed`. */
  readonly statuses: string;
  readonly availability: string;
  readonly values: string;
}

export function draftOf(connection: Connection | undefined, location: string): Draft {
  if (connection === undefined) {
    const rooms = [emptyRoom(0)];
    return { name: '', preset: 'generic-json', topic: '', location, rooms, statuses: '', availability: '', values: '' };
  }
  const { name, preset, presetFile, topic, rooms, statuses, availability, values } = connection;
  return {
    name,
    preset: preset ?? presetFile ?? '',
    topic,
    location: connection.location,
    rooms: rooms.map(({ room = '', ...names }, id) => ({ id, room, names })),
    statuses: linesOf(statuses),
    availability: linesOf(availability),
    values: linesOf(values),
  };
}

export function emptyRoom(id: number): DraftRoom {
  return { id, room: '', names: {} };
}

/** The connection for the server. Empty names and rows are left out. */
export function connectionOf(draft: Draft, presets: EquipmentState['presets']): Connection {
  const { name, preset, topic, location } = draft;
  const isFile = presets.some((one) => one.name === preset && !one.isBuiltIn);
  const rooms = draft.rooms.flatMap(({ room, names }) => {
    const given = Object.entries(names)
      .map(([role, text]) => [role, text.trim()] as const)
      .filter(([, text]) => text !== '');
    return room.trim() === '' && given.length === 0 ? [] : [{ room: room.trim(), ...Object.fromEntries(given) }];
  });
  return {
    name: name.trim(),
    ...(isFile ? { presetFile: preset } : { preset }),
    topic: topic.trim(),
    location: location.trim(),
    rooms,
    ...wordsOf('statuses', draft.statuses),
    ...wordsOf('availability', draft.availability),
    ...wordsOf('values', draft.values),
  };
}

function linesOf(words: Readonly<Record<string, string>> = {}): string {
  return Object.entries(words)
    .map(([word, meaning]) => `${word} = ${meaning}`)
    .join('\n');
}

/** A word may contain `=`, its meaning cannot. */
const linePattern = /^(.+)=([^=]+)$/;

export function areLinesComplete(text: string): boolean {
  return filledLines(text).every((line) => linePattern.test(line));
}

function wordsOf(name: 'statuses' | 'availability' | 'values', text: string) {
  const words = filledLines(text).flatMap((line) => {
    const [, word = '', meaning = ''] = linePattern.exec(line) ?? [];
    return word.trim() === '' ? [] : [[word.trim(), meaning.trim()] as const];
  });
  return words.length === 0 ? {} : { [name]: Object.fromEntries(words) };
}

function filledLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
