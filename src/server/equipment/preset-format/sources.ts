/** The sources of a connection, and the values and statuses that are discarded when one of them goes offline. */
import type { IncomingPresence } from '../../../domain/ingest/incoming.ts';
import { type Preset, type PresetCase, type PresetMessage, sourceOf } from './preset.ts';
import type { DeviceNames } from './values.ts';

export type Source = Pick<IncomingPresence, 'source' | 'sourceKind' | 'discards'>;

/** Returns a function that finds the source of a message. Its name contains the connection: a room may belong to several. */
export function indexSources(connection: string, { sources, messages }: Preset): (message: PresetMessage) => Source {
  const reported = new Map(Object.keys(sources).map((name) => [name, reportedBy(name)]));

  function reportedBy(name: string) {
    const cases = messages.filter((message) => sourceOf(message, sources) === name).flatMap((message) => message.cases);
    const values = rememberedNames(connection, cases);
    return { values, isReporting: cases.some(({ status }) => status !== undefined) };
  }

  function describeSource(name: string): Source {
    const own = reported.get(name) ?? { values: [], isReporting: false };
    const reportsNothing = own.values.length === 0 && !own.isReporting;
    const others = [...reported];
    // A status that was derived from remembered values is derived again from the values that are not discarded.
    const isAffected = ([other, { values }]: (typeof others)[number]) =>
      reportsNothing || other === name || values.length > 0;
    return {
      source: storedNameOf(connection, name),
      sourceKind: sources[name] ?? 'device',
      discards: {
        values: reportsNothing ? others.flatMap(([, { values }]) => values) : own.values,
        statusesOf: others.filter(isAffected).map(([other]) => storedNameOf(connection, other)),
      },
    };
  }

  return (message) => describeSource(sourceOf(message, sources));
}

/**
 * Returns the sources of a room and the names of its remembered values. `names`: the names of the room's devices. A
 * preset message that needs a role without a name never concerns the room.
 */
export function sourcesOfRoom(connection: string, preset: Preset, names: DeviceNames) {
  const own = messagesOfRoom(preset, names);
  return {
    sources: own.map((message) => storedNameOf(connection, sourceOf(message, preset.sources))),
    values: rememberedNames(
      connection,
      own.flatMap(({ cases }) => cases),
    ),
  };
}

/**
 * Whether all values that the sensors of a room can send are known. False if a message of the preset reports a status
 * directly. `remembered`: the stored values of the room from all connections.
 */
export function areAllValuesKnown(
  connection: string,
  preset: Preset,
  names: DeviceNames,
  remembered: ReadonlyMap<string, string>,
): boolean {
  const cases = messagesOfRoom(preset, names).flatMap((message) => message.cases);
  if (cases.some(({ status }) => status !== undefined)) return false;
  const expected = new Set(rememberedNames(connection, cases));
  return expected.size > 0 && expected.size === remembered.size && [...expected].every((name) => remembered.has(name));
}

function messagesOfRoom({ messages }: Preset, names: DeviceNames): readonly PresetMessage[] {
  return messages.filter((message) => rolesOf(message).every((role) => Object.hasOwn(names, role)));
}

function rolesOf({ topic, values, device = {} }: PresetMessage): readonly string[] {
  const texts = [topic, ...Object.values(values)].flat();
  const inTexts = texts.flatMap((text) => [...text.matchAll(/\{([\w:]+)\}/g)].map(([, role = '']) => role));
  return [...inTexts, ...Object.keys(device)];
}

function rememberedNames(connection: string, cases: readonly PresetCase[]): readonly string[] {
  return cases.flatMap(({ remember = {} }) => Object.keys(remember)).map((key) => storedNameOf(connection, key));
}

/**
 * Returns the name under which a source or a value is stored. It contains the connection, because two connections may
 * use the same name, such as `bed`, for a room.
 */
export function storedNameOf(connection: string, name: string): string {
  return `${connection}/${name}`;
}
