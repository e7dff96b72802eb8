/** Converts a connection to the text fields of a form and back. */
import type { Connection } from '../use-equipment.ts';

export interface DraftRoom {
  /** The React key of the row, which stays the same while the values of the row change. */
  readonly id: number;
  readonly room: string;
  readonly names: Readonly<Record<string, string>>;
}

export interface ConnectionDraft {
  readonly name: string;
  readonly preset: string;
  readonly topic: string;
  readonly location: string;
  readonly rooms: readonly DraftRoom[];
  /** One line per status word of the product, such as `AUF = out_of_bed`. */
  readonly statuses: string;
  readonly availability: string;
  readonly values: string;
}

export function draftOfConnection(connection: Connection | undefined, location: string): ConnectionDraft {
  if (connection === undefined) {
    const rooms = [emptyDraftRoom(0)];
    return { name: '', preset: 'generic-json', topic: '', location, rooms, statuses: '', availability: '', values: '' };
  }
  const { name, preset, topic, rooms, statuses, availability, values } = connection;
  return {
    name,
    preset,
    topic,
    location: connection.location,
    rooms: rooms.map(({ room = '', ...names }, id) => ({ id, room, names })),
    statuses: linesOf(statuses),
    availability: linesOf(availability),
    values: linesOf(values),
  };
}

/** The MQTT topic below which a product publishes by default, by the name of its preset. */
const defaultTopics: Readonly<Record<string, string>> = {
  frigate: 'frigate',
  'home-assistant': 'homeassistant',
  zigbee2mqtt: 'zigbee2mqtt',
  shelly: 'shellies',
};

/**
 * Changes the preset of a draft. Name and topic are replaced by those of the product, unless the user has entered other
 * ones. `usedNames`: the names of all other connections, which are not suggested.
 */
export function withPreset(draft: ConnectionDraft, preset: string, usedNames: readonly string[]): ConnectionDraft {
  const [before, after] = [draft.preset, preset].map((name) => ({
    name: Object.hasOwn(defaultTopics, name) && !usedNames.includes(name) ? name : '',
    topic: defaultTopics[name] ?? '',
  }));
  return {
    ...draft,
    preset,
    name: draft.name === before?.name ? (after?.name ?? '') : draft.name,
    topic: draft.topic === before?.topic ? (after?.topic ?? '') : draft.topic,
  };
}

export function emptyDraftRoom(id: number): DraftRoom {
  return { id, room: '', names: {} };
}

/** Converts a draft to a connection. Leaves out empty rows of rooms and empty device names. */
export function connectionOfDraft(draft: ConnectionDraft): Connection {
  const { name, preset, topic, location } = draft;
  const rooms = draft.rooms.flatMap(({ room, names }) => {
    const given = Object.entries(names)
      .map(([role, text]) => [role, text.trim()] as const)
      .filter(([, text]) => text !== '');
    return room.trim() === '' && given.length === 0 ? [] : [{ room: room.trim(), ...Object.fromEntries(given) }];
  });
  return {
    name: name.trim(),
    preset,
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

/** Matches a line `word = status`. The word of the product may contain `=`, the status cannot. */
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
