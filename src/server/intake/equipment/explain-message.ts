/** Explains to an installer what a message would do. Uses the functions that parse the messages of devices. */
import { unreachableStatus } from '../../../domain/ingest/online.ts';
import type { Incoming, IncomingObservation } from '../../../domain/ingest/incoming.ts';
import { isKnownStatusCode, statusOfCode } from '../../../domain/room-status.ts';
import { describeUnknownDevice, type Unroutable } from '../mqtt/message.ts';
import { parseRoomTopic } from '../mqtt/topics.ts';
import { isRefusal, type ParsedItem } from '../parse-report.ts';
import type { AppliedCase, RoomMatch } from './preset-format/apply-preset.ts';
import type { Equipment } from './equipment.ts';
import type { Conditions, PresetCase } from './preset-format/preset.ts';

type Outcome = 'accepted' | 'ignored' | 'refused';

interface Explained {
  readonly outcome: Outcome;
  /** The effect of the message, or the reason why it is refused. */
  readonly result: string;
  /** The field at fault. Null if the message is not refused because of a field. */
  readonly field: string | null;
}

export type Explanation = ReturnType<typeof explainMessage>;

export function explainMessage(equipment: Equipment, topic: string, payload: Uint8Array) {
  const connection = equipment.findByTopic(topic);
  if (connection === undefined) {
    const about = { connection: null, product: null, rooms: [] };
    return { ...about, ...refusal('topic', foreignTopic(equipment, topic)) };
  }
  const reading = connection.read({ topic, payload });
  const rooms = 'rooms' in reading ? reading.rooms.map(explainRoom) : [];
  const about = { connection: connection.name, product: connection.product, rooms };
  if ('unroutable' in reading) return { ...about, ...explainUnroutable(reading.unroutable, connection.filters) };
  if ('refused' in reading) return { ...about, ...refusal(reading.refused.field, reading.refused.reason) };
  const outcomes = new Set(rooms.map(({ outcome }) => outcome));
  const outcome = (['refused', 'accepted', 'ignored'] as const).find((one) => outcomes.has(one)) ?? 'ignored';
  return { ...about, outcome, field: null, result: summaries[outcome] };
}

function refusal(field: string, result: string): Explained {
  return { outcome: 'refused', field, result };
}

const summaries: Readonly<Record<Outcome, string>> = {
  accepted: 'The message is accepted.',
  ignored: 'The message is ignored.',
  refused: 'The message is refused, at least for one room.',
};

function foreignTopic(equipment: Equipment, topic: string): string {
  if (parseRoomTopic(topic) !== undefined) return 'is a topic of Room Status itself, which needs no equipment file';
  const known = equipment.settings().map((connection) => `${connection.topic} (${connection.name})`);
  return `is not below the topic of a connection: ${known.join(', ')}`;
}

/** `filters`: the topics that the connection reads. */
function explainUnroutable(unroutable: Unroutable, filters: readonly string[]): Explained {
  if (typeof unroutable === 'object') return refusal('device', describeUnknownDevice(unroutable));
  switch (unroutable) {
    case 'foreign-topic':
    case 'not-in-preset':
      return refusal('topic', `is not read by the preset, which reads ${filters.join(', ')}`);
    case 'empty-payload':
      return { outcome: 'ignored', field: 'payload', result: 'is empty: it deletes a retained message at the broker' };
    case 'ignored-by-preset':
      return { outcome: 'ignored', field: null, result: 'the preset ignores the message' };
  }
}

function explainRoom(match: RoomMatch & AppliedCase) {
  const { room, source, message, values, found } = match;
  return {
    /** As `location/room`. */
    room,
    source: `${source.source} (${source.sourceKind})`,
    /** The topic patterns of the preset message. */
    patterns: [message.topic].flat(),
    values: Object.fromEntries(values),
    /** Counted from 1. Null if no case matches. */
    case: found === undefined ? null : describeCase(message.cases, found),
    ...explainItem(match),
  };
}

function describeCase(cases: readonly PresetCase[], found: PresetCase) {
  return { number: cases.indexOf(found) + 1, of: cases.length, conditions: describeConditions(found.if) };
}

/** `status`: the status that the message reports, or that its values give without other values. */
function explainItem({ found, item }: AppliedCase): Explained & { readonly status: string | null } {
  if (item === undefined) {
    return { outcome: 'ignored', field: null, result: found?.nothing ?? 'the preset ignores it', status: null };
  }
  if (isRefusal(item)) return { ...refusal(item.field, item.reason), status: null };
  const incoming = item.incoming('');
  const result = [describeIncoming(incoming), ...describeTime(item)].join('; ');
  const status = statusOf(incoming);
  return { outcome: 'accepted', field: null, result, status: status === undefined ? null : nameOf(status) };
}

function describeIncoming(incoming: Incoming): string {
  switch (incoming.kind) {
    case 'report': {
      const { status, at, id, notification } = incoming;
      return [
        `status ${describeStatus(status)}`,
        ...(at === null ? [] : [`of ${new Date(at).toISOString()}`]),
        ...(id === null ? [] : [`with the id ${id}`]),
        ...(notification ? [] : ['without a notification']),
      ].join(', ');
    }
    case 'observation':
      return describeObservation(incoming);
    case 'presence':
      return incoming.isOnline
        ? 'the source is online; the status does not change'
        : `the source is offline: the room is unreachable, ${describeStatus(unreachableStatus)}`;
    default:
      return incoming.kind;
  }
}

function describeObservation(incoming: IncomingObservation): string {
  const { values, at } = incoming;
  const remembered = Object.entries(values).map(([name, value]) => `${name.slice(name.indexOf('/') + 1)}=${value}`);
  const state = interpretAlone(incoming);
  const holdMs = state?.debounceMs ?? 0;
  const time = at === null ? '' : ` of ${new Date(at).toISOString()}`;
  const status =
    state === undefined
      ? 'without other values it gives no status'
      : `without other values it gives the status ${describeStatus(state.status)}${holdMs > 0 ? ` after ${holdMs / 1000} s` : ''}`;
  return `remembers ${remembered.join(', ')}${time}; ${status}`;
}

function describeTime({ unusedTime, unknownStatus }: ParsedItem): readonly string[] {
  return [
    ...(unusedTime === undefined
      ? []
      : [`its time ${unusedTime} is not used: a time needs a zone, or the unit of the preset`]),
    ...(unknownStatus === undefined ? [] : ['this code is not in the table of statuses, so the card shows "unknown"']),
  ];
}

/** The status code that the message reports, or that its values give without other values. */
function statusOf(incoming: Incoming): number | undefined {
  if (incoming.kind === 'report') return incoming.status;
  if (incoming.kind === 'observation') return interpretAlone(incoming)?.status;
  return incoming.kind === 'presence' && !incoming.isOnline ? unreachableStatus : undefined;
}

function interpretAlone({ values, interpret }: IncomingObservation) {
  return interpret(new Map(Object.entries(values)));
}

function describeStatus(code: number): string {
  return isKnownStatusCode(code) ? `${nameOf(code)} (${code})` : String(code);
}

function nameOf(code: number): string {
  return statusOfCode(code).name;
}

function describeConditions(conditions: Conditions | undefined): string {
  const texts = Object.entries(conditions ?? {}).map(([name, wanted]) => {
    if (wanted === null) return `${name} is missing`;
    if (Array.isArray(wanted)) return `${name} is ${wanted.join(' or ')}`;
    return typeof wanted === 'object' ? `${name} is above ${wanted.above}` : `${name} is ${wanted}`;
  });
  return texts.length === 0 ? 'in every other case' : texts.join(' and ');
}
