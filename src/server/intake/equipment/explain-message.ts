/** Explains to an installer what a message would do. Uses the functions that parse the messages of devices. */
import { isoTime } from '../../../domain/iso-time.ts';
import { unreachableStatus } from '../../../domain/ingest/online.ts';
import type { Incoming, IncomingObservation } from '../../../domain/ingest/incoming.ts';
import { isHighPriority, isKnownStatusCode, statusOfCode } from '../../../domain/room-status.ts';
import { type Reason, reasonOf, reasonOfText } from '../../shared/reason.ts';
import type { UnknownDevice, Unroutable } from '../mqtt/message.ts';
import { parseRoomTopic } from '../mqtt/topics.ts';
import { isRefusal, type ParsedItem, type Refusal } from '../parse-report.ts';
import type { AppliedCase, RoomMatch } from './preset-format/apply-preset.ts';
import type { Equipment } from './equipment.ts';
import type { Conditions, PresetCase } from './preset-format/preset.ts';
import { statusOfIncoming } from './unknown-device.ts';

type Outcome = 'accepted' | 'ignored' | 'refused';

interface Explained {
  readonly outcome: Outcome;
  /** The effect of the message, or the reason why it is refused. */
  readonly result: string;
  /** The parts of the result, for pages. */
  readonly reasons: Reason[];
  /** The field at fault. Null if the message is not refused because of a field. */
  readonly field: string | null;
}

export type Explanation = ReturnType<typeof explainMessage>;

export function explainMessage(equipment: Equipment, topic: string, payload: Uint8Array) {
  const connection = equipment.findByTopic(topic);
  if (connection === undefined) {
    const about = { connection: null, product: null, rooms: [] };
    return { ...about, ...explained('refused', 'topic', foreignTopic(equipment, topic)) };
  }
  const reading = connection.read({ topic, payload });
  const rooms = 'rooms' in reading ? reading.rooms.map(explainRoom) : [];
  const about = { connection: connection.name, product: connection.product, rooms };
  if ('unroutable' in reading) return { ...about, ...explainUnroutable(reading.unroutable, connection.filters) };
  if ('refused' in reading) return { ...about, ...refusal(reading.refused) };
  const outcomes = new Set(rooms.map(({ outcome }) => outcome));
  const outcome = (['refused', 'accepted', 'ignored'] as const).find((one) => outcomes.has(one)) ?? 'ignored';
  return { ...about, ...explained(outcome, null, { reason: summaries[outcome] }) };
}

function explained(outcome: Outcome, field: string | null, ...reasons: Reason[]): Explained {
  return { outcome, field, result: reasons.map(({ reason }) => reason).join('; '), reasons };
}

function refusal({ field, reason, code, values }: Refusal): Explained {
  return explained('refused', field, { reason, code, values });
}

const summaries: Readonly<Record<Outcome, string>> = {
  accepted: 'The message is accepted.',
  ignored: 'The message is ignored.',
  refused: 'The message is refused, at least for one room.',
};

function foreignTopic(equipment: Equipment, topic: string): Reason {
  if (parseRoomTopic(topic) !== undefined) return reasonOf('own-topic');
  const known = equipment.settings().map((connection) => `${connection.topic} (${connection.name})`);
  return reasonOf('foreign-topic', { topics: known.join(', ') });
}

/** `filters`: the topics that the connection reads. */
function explainUnroutable(unroutable: Unroutable, filters: readonly string[]): Explained {
  if (typeof unroutable === 'object') return explained('refused', 'device', reasonOfDevice(unroutable));
  switch (unroutable) {
    case 'foreign-topic':
    case 'not-in-preset':
      return explained('refused', 'topic', reasonOf('unread-topic', { topics: filters.join(', ') }));
    case 'empty-payload':
      return explained('ignored', 'payload', reasonOf('empty-message'));
    case 'ignored-by-preset':
      return explained('ignored', null, reasonOf('ignored-message'));
  }
}

function reasonOfDevice({ device, connection }: UnknownDevice): Reason {
  if (device === '') return reasonOf('nameless-device', { connection });
  return reasonOf('unknown-device', { device, connection });
}

function explainRoom(match: RoomMatch & AppliedCase) {
  const { room, source, message, values, found, measured } = match;
  return {
    /** As `location/room`. */
    room,
    source: `${source.source} (${source.sourceKind})`,
    /** The topic patterns of the preset message. */
    patterns: [message.topic].flat(),
    values: Object.fromEntries(values),
    battery: measured?.battery ?? null,
    signal: measured?.signal ?? null,
    /** Counted from 1. Null if no case matches. */
    case: found === undefined ? null : describeCase(message.cases, found),
    ...explainItem(match),
  };
}

function describeCase(cases: readonly PresetCase[], found: PresetCase) {
  return { number: cases.indexOf(found) + 1, of: cases.length, conditions: conditionsOf(found.if) };
}

/** `status`: the status that the message reports, or that its values give without other values. */
function explainItem({ found, item }: AppliedCase): Explained & { readonly status: string | null } {
  if (item === undefined) {
    return { ...explained('ignored', null, reasonOfText(found?.nothing ?? 'ignored-message')), status: null };
  }
  if (isRefusal(item)) return { ...refusal(item), status: null };
  const incoming = item.incoming('');
  const status = statusOfIncoming(incoming);
  const reasons = [...reasonsOfIncoming(incoming), ...reasonsOfItem(item)];
  return { ...explained('accepted', null, ...reasons), status: status === undefined ? null : nameOf(status) };
}

function reasonsOfIncoming(incoming: Incoming): readonly Reason[] {
  switch (incoming.kind) {
    case 'report': {
      const { status, at, notification } = incoming;
      return [
        reasonOf('reports-status', { status: describeStatus(status) }),
        ...timeOf(at),
        ...(notification
          ? []
          : [reasonOf(isHighPriority(status) ? 'alert-without-notification' : 'without-notification')]),
      ];
    }
    case 'observation':
      return reasonsOfObservation(incoming);
    case 'presence': {
      const status = describeStatus(unreachableStatus);
      return [incoming.isOnline ? reasonOf('source-online') : reasonOf('source-offline', { status })];
    }
    default:
      return [{ reason: incoming.kind }];
  }
}

function reasonsOfObservation(incoming: IncomingObservation): readonly Reason[] {
  const { values, at } = incoming;
  const remembered = Object.entries(values).map(([name, value]) => `${name.slice(name.indexOf('/') + 1)}=${value}`);
  return [
    reasonOf('remembers', { values: remembered.join(', ') }),
    ...timeOf(at),
    statusReason(interpretAlone(incoming)),
  ];
}

function statusReason(state: ReturnType<typeof interpretAlone>): Reason {
  if (state === undefined) return reasonOf('gives-no-status');
  const status = describeStatus(state.status);
  const seconds = (state.debounceMs ?? 0) / 1000;
  return seconds > 0 ? reasonOf('gives-status-after', { status, seconds }) : reasonOf('gives-status', { status });
}

function timeOf(at: number | null): readonly Reason[] {
  return at === null ? [] : [reasonOf('of-time', { time: isoTime(at) })];
}

function reasonsOfItem({ unusedTime, unknownStatus }: ParsedItem): readonly Reason[] {
  return [
    ...(unusedTime === undefined ? [] : [reasonOf('unused-time', { time: unusedTime })]),
    ...(unknownStatus === undefined ? [] : [reasonOf('unknown-status')]),
  ];
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

function conditionsOf(conditions: Conditions | undefined): Reason[] {
  const reasons = Object.entries(conditions ?? {}).map(([name, wanted]) => {
    if (wanted === null) return reasonOf('value-missing', { name });
    if (Array.isArray(wanted)) return reasonOf('value-in', { name, values: wanted.join(', ') });
    if (typeof wanted === 'object') return reasonOf('value-above', { name, limit: wanted.above });
    return reasonOf('value-is', { name, value: String(wanted) });
  });
  return reasons.length === 0 ? [reasonOf('every-other-case')] : reasons;
}
