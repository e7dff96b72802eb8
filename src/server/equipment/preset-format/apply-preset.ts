/** Applies a preset to the values of one message: finds the matching case, and creates the item for the room. */
import { ReportId } from '../../../contract/intake/reports.ts';
import { parseBattery, parseSignal } from '../../../domain/battery-and-signal.ts';
import type { IncomingReport, Interpreter } from '../../../domain/ingest/incoming.ts';
import { isKnownStatusCode, statusOfName } from '../../../domain/room-status.ts';
import { isStorableText } from '../../../domain/storable-text.ts';
import { reasonOf } from '../../shared/reason.ts';
import { isRefusal, type SourceMeasurement, type ParsedItem, type Refusal } from '../../messages/parse-report.ts';
import { quote, timeOfMessage } from './message-time.ts';
import type { Preset, PresetCase, PresetMessage } from './preset.ts';
import { areAllValuesKnown, type Source, storedNameOf } from './sources.ts';
import { areConditionsMet, type DeviceNames, type ExtractedValues } from './values.ts';

/** The maximum length of a remembered value in characters. Values are counts and short words. */
const maxRememberedLength = 128;

/** The default words for availability. `availability` of the connection adds words. */
const availabilityWords: Readonly<Record<string, Availability>> = {
  online: 'online',
  offline: 'offline',
  true: 'online',
  false: 'offline',
  '1': 'online',
  '0': 'offline',
};

export type Availability = 'online' | 'offline';

/** A message of a preset whose device is assigned to a room. */
export interface RoomMatch {
  readonly preset: Preset;
  /** The words of the product, each with the status name or code that it means. */
  readonly statuses: Readonly<Record<string, string>>;
  readonly availability: Readonly<Record<string, Availability>>;
  readonly message: PresetMessage;
  readonly source: Source;
  readonly values: ExtractedValues;
  /** The names that the product gives the devices of the room, by role. */
  readonly names: DeviceNames;
  /** The name of the connection. */
  readonly connection: string;
  /** The room, as `location/room`. */
  readonly room: string;
}

export interface PresetResult {
  /** The matching case of the preset message. Undefined if no case matches. */
  readonly found: PresetCase | undefined;
  /** What the message reports for the room. Undefined if the matching case ignores the message. */
  readonly item: ParsedItem | Refusal | undefined;
  /** The battery and the signal of the source. Undefined if the message has neither of them. */
  readonly measured: SourceMeasurement | undefined;
}

export function applyPreset(match: RoomMatch): PresetResult {
  const found = match.message.cases.find((one) => areConditionsMet(one.if, match.values));
  const item = itemOf(found, match);
  const measured = measuredOf(match);
  const isAccepted = item !== undefined && !isRefusal(item);
  return { found, item: isAccepted && measured !== undefined ? { ...item, measured } : item, measured };
}

function measuredOf({ message, values, source }: RoomMatch): SourceMeasurement | undefined {
  if (message.battery === undefined && message.signal === undefined) return undefined;
  const battery = message.battery === undefined ? null : parseBattery(values.get(message.battery));
  const signal =
    message.signal === undefined ? null : parseSignal(values.get(message.signal.value), message.signal.unit);
  return battery === null && signal === null ? undefined : { source: source.source, battery, signal };
}

function itemOf(found: PresetCase | undefined, match: RoomMatch): PresetResult['item'] {
  const { preset, source, values, connection, room: name } = match;
  if (found === undefined) {
    const sent = [...values].map(([value, text]) => `${value} ${quote(text)}`).join(', ');
    return refusal(name, 'payload', 'no-case', { product: preset.product, sent });
  }
  if (found.nothing !== undefined) return undefined;
  const presence = presenceOf(found, match);
  if (typeof presence === 'object') return presence;
  if (presence === 'offline' || (found.status === undefined && found.remember === undefined)) {
    const interpret = interpreterOf(match);
    const incoming = { ...source, kind: 'presence', isOnline: presence !== 'offline', interpret } as const;
    return { room: { field: 'room', name, connection }, incoming: (streamUUID) => ({ ...incoming, streamUUID }) };
  }
  return reportOf(found, match, presence === 'online');
}

/**
 * Whether the source is online. Undefined: the message does not mention it, and only proves that its source is online.
 */
function presenceOf({ presence }: PresetCase, { availability, values, room }: RoomMatch) {
  if (typeof presence !== 'object') return presence;
  const word = values.get(presence.value);
  if (word === undefined) return undefined;
  const words = { ...availabilityWords, ...availability };
  if (Object.hasOwn(words, word)) return words[word];
  return refusal(room, presence.value, 'neither-online', { word: quote(word) });
}

/** Returns the status or the observed values of a message. */
function reportOf(found: PresetCase, match: RoomMatch, isOnline: boolean): ParsedItem | Refusal {
  const { message, source, values, connection, room: name } = match;
  const { at, unusedTime } = timeOfMessage(message, values);
  const from = { source: source.source, ...(isOnline && { provesOnline: true as const }) };
  const common = { ...from, at, notification: found.quiet !== true };
  const item = { room: { field: 'room', name, connection }, ...(unusedTime !== undefined && { unusedTime }) } as const;
  if (found.remember === undefined) return statusReport(found, match, { common, item });
  const remembered = Object.entries(found.remember).map(([key, value]) => [key, values.get(value) ?? ''] as const);
  const invalid = remembered.find(([, value]) => value.length > maxRememberedLength || !isStorableText(value));
  if (invalid !== undefined) return refusal(name, 'payload', 'no-value', { name: invalid[0] });
  const named = remembered.map(([key, value]) => [storedNameOf(connection, key), value] as const);
  const interpret = interpreterOf(match);
  const observation = { ...common, values: Object.fromEntries(named), interpret };
  return { ...item, incoming: (streamUUID) => ({ kind: 'observation', streamUUID, ...observation }) };
}

function statusReport(
  found: PresetCase,
  match: RoomMatch,
  parts: {
    readonly common: Pick<IncomingReport, 'source' | 'provesOnline' | 'at' | 'notification'>;
    readonly item: Omit<ParsedItem, 'incoming'>;
  },
): ParsedItem | Refusal {
  const { message, values, room: name } = match;
  const word = wordOf(found.status, match);
  const status = statusCodeOf(word);
  if (status === undefined) {
    return refusal(name, 'status', 'no-status', { word: quote(word) });
  }
  const id = message.id === undefined ? null : (values.get(message.id) ?? null);
  if (id !== null && !ReportId.safeParse(id).success) return refusal(name, 'id', 'wrong-id');
  const report = { ...parts.common, status, id, debounceMs: null };
  return {
    ...parts.item,
    ...(!isKnownStatusCode(status) && { unknownStatus: status }),
    incoming: (streamUUID) => ({ kind: 'report', streamUUID, ...report }),
  };
}

/**
 * Returns a function that derives a status from the values that the connection has stored for a room. It returns
 * undefined if no state matches.
 */
function interpreterOf({ preset, connection, names }: RoomMatch): Interpreter {
  const { states = [] } = preset;
  const prefix = storedNameOf(connection, '');
  return (remembered) => {
    const own = [...remembered].filter(([name]) => name.startsWith(prefix));
    const values = new Map(own.map(([name, value]) => [name.slice(prefix.length), value]));
    const isKnown = () => areAllValuesKnown(connection, preset, names, remembered);
    const state = states.find((one) => areConditionsMet(one.if, values) && (one.allKnown !== true || isKnown()));
    const status = state && statusOfName(state.status)?.code;
    if (status === undefined) return undefined;
    return { status, debounceMs: state?.debounceSeconds === undefined ? null : state.debounceSeconds * 1000 };
  };
}

/** Returns the status word in the preset or the message, translated by the `statuses` of the connection. */
function wordOf(source: PresetCase['status'], { statuses, values }: RoomMatch): string {
  if (typeof source !== 'object') return source ?? '';
  const sent = values.get(source.value) ?? '';
  return Object.hasOwn(statuses, sent) ? (statuses[sent] ?? sent) : sent;
}

/** Returns the status code. `word`: a status name or a code. */
export function statusCodeOf(word: string): number | undefined {
  return /^-?\d{1,9}$/.test(word) ? Number(word) : statusOfName(word)?.code;
}

function refusal(room: string, field: string, ...reason: Parameters<typeof reasonOf>): Refusal {
  return { kind: 'invalid', field, ...reasonOf(...reason), room };
}
