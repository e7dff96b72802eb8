/** The sources of a connection: which of the room's values and statuses are forgotten when one goes offline. */
import type { IncomingPresence } from '../../../domain/ingest/incoming.ts';
import { type Preset, type PresetMessage, sourceOf } from './preset.ts';
import type { RoomNames } from './values.ts';

export type Source = Pick<IncomingPresence, 'source' | 'sourceKind' | 'forgets'>;

/** Returns the source of a message. Its name contains the connection, because a room may belong to several. */
export function createSources(connection: string, { sources, messages }: Preset): (message: PresetMessage) => Source {
  const reported = new Map(Object.keys(sources).map((name) => [name, reportedBy(name)]));
  const named = new Map(Object.keys(sources).map((name) => [name, describe(name)]));

  function reportedBy(name: string) {
    const cases = messages.filter((message) => sourceOf(message, sources) === name).flatMap((message) => message.cases);
    const values = cases.flatMap(({ remember = {} }) => Object.keys(remember));
    return { values, isReporting: cases.some(({ status }) => status !== undefined) };
  }

  function describe(name: string): Source {
    const own = reported.get(name) ?? { values: [], isReporting: false };
    const reportsNothing = own.values.length === 0 && !own.isReporting;
    const others = [...reported];
    // A status that was derived from remembered values is derived again from those that are left.
    const isAffected = ([other, { values }]: (typeof others)[number]) =>
      reportsNothing || other === name || values.length > 0;
    return {
      source: nameOf(name),
      sourceKind: sources[name] ?? 'device',
      forgets: {
        values: reportsNothing ? others.flatMap(([, { values }]) => values) : own.values,
        statusesOf: others.filter(isAffected).map(([other]) => nameOf(other)),
      },
    };
  }

  function nameOf(name: string): string {
    return sourceName(connection, name);
  }

  return (message) => named.get(sourceOf(message, sources)) ?? describe(sourceOf(message, sources));
}

/** The sources that messages can be about for a room with these names. */
export function sourcesOfRoom(connection: string, { sources, messages }: Preset, names: RoomNames): readonly string[] {
  const isAboutRoom = ({ topic, device = {} }: PresetMessage) =>
    [topic].flat().some((pattern) => rolesOf(pattern).every((role) => Object.hasOwn(names, role))) &&
    Object.keys(device).every((role) => Object.hasOwn(names, role));
  return messages.filter(isAboutRoom).map((message) => sourceName(connection, sourceOf(message, sources)));
}

function rolesOf(pattern: string): readonly string[] {
  return [...pattern.matchAll(/\{(\w+)\}/g)].map(([, role = '']) => role);
}

function sourceName(connection: string, name: string): string {
  return `${connection}/${name}`;
}
