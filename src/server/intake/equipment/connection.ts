/** One connection of the equipment file: reads what its product sends, as its preset says. */
import { ReportId } from '../../../contract/reports.ts';
import { isStorableText } from '../../../domain/storable-text.ts';
import { isKnownStatusCode, statusOfName } from '../../../domain/room-status.ts';
import type { Message, ParsedMessage } from '../mqtt/message.ts';
import { markRetained } from '../mqtt/parse-room-message.ts';
import { decodeText, parseJson } from '../parse-payload.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
import type { Preset, PresetCase, PresetMessage } from './preset.ts';
import { toTopicFilter, matchesPattern, isTopicOfRoom } from './topic-pattern.ts';
import { describeDevice } from './unknown-device.ts';
import { meetsConditions, requiresJson, type RoomNames, type Values, extractValues } from './values.ts';

export interface ConnectionSettings {
  readonly name: string;
  readonly preset: Preset;
  /** All its topics lie beneath. */
  readonly topic: string;
  /** Alias or uuid, as the room of each. */
  readonly location: string;
  readonly rooms: readonly { readonly room: string; readonly names: RoomNames }[];
  /** Words of the equipment for statuses, in our own. */
  readonly statuses: Readonly<Record<string, string>>;
}

export interface Connection {
  readonly name: string;
  readonly topic: string;
  readonly filters: readonly string[];
  /** As `location/room`, each alias or uuid. */
  readonly rooms: readonly string[];
  /** `isOpen`: whether whoever sent it may know of the room; the others are not there for it. */
  read(message: Message, isOpen?: (room: string) => boolean): ParsedMessage;
}

/** A list of all cameras with their figures takes more than a report. Bytes. */
const maxPayloadBytes = 256 * 1024;

/** What is remembered is a count or a word. Characters. */
const maxObservedLength = 128;

/** Times before are of a clock that was never set. */
const clockUnsetBefore = Date.UTC(2000, 0, 1);

export function createConnection(settings: ConnectionSettings): Connection {
  const { name, preset, topic, location } = settings;
  const rooms = settings.rooms.map(({ room, names }) => ({ room: `${location}/${room}`, names }));
  return {
    name,
    topic,
    filters: [...new Set(preset.messages.map((message) => `${topic}/${toTopicFilter(message.topic)}`))],
    rooms: rooms.map(({ room }) => room),
    read: (message, isOpen = () => true) => {
      const rest = message.topic.slice(topic.length + 1);
      const forms = preset.messages.filter((form) => matchesPattern(form.topic, rest));
      if (forms.length === 0) return 'not-in-preset';
      const decoded = decodeText(message.payload, maxPayloadBytes);
      if ('kind' in decoded) return [decoded];
      // Nothing at all takes back what a broker keeps.
      if (decoded.text === '') return [];
      const parsed = parseJson(decoded.text);
      if ('kind' in parsed && forms.every(requiresJson)) return [parsed];
      const payload = { text: decoded.text, json: 'kind' in parsed ? undefined : parsed.json };

      let isKnown = false;
      const items = forms.flatMap((form) =>
        rooms.flatMap(({ room, names }) => {
          if (!isOpen(room) || !isTopicOfRoom(form.topic, rest, names)) return [];
          const values = extractValues(form, payload, names);
          if (!isDevice(form, values, names)) return [];
          isKnown = true;
          return itemsOf(settings, form, values, room);
        }),
      );
      if (!isKnown) {
        const open = rooms.flatMap(({ room, names }) => (isOpen(room) ? [names] : []));
        return { kind: 'unknown-device', device: describeDevice(forms, rest, payload, open), connection: name };
      }
      return items.map((item) => ('kind' in item ? item : markRetained(item, message.retainedAt)));
    },
  };
}

function isDevice({ device }: PresetMessage, values: Values, names: RoomNames): boolean {
  return Object.entries(device ?? {}).every(([role, value]) => {
    const named = names[role];
    return named !== undefined && values.get(value) === named;
  });
}

function itemsOf(
  settings: ConnectionSettings,
  form: PresetMessage,
  values: Values,
  room: string,
): readonly (ParsedItem | Refusal)[] {
  const found = form.cases.find((one) => meetsConditions(one.if, values));
  if (found === undefined) {
    const said = [...values].map(([name, value]) => `${name} ${value.slice(0, 40)}`).join(', ');
    return [refusal(room, 'payload', `is nothing that the preset for ${settings.preset.product} knows: ${said}`)];
  }
  const forRoom = (incoming: ParsedItem['incoming']): ParsedItem => ({ room: { field: 'room', name: room }, incoming });
  if (found.nothing !== undefined) return [];
  if (found.presence !== undefined) {
    const kind = found.presence === 'online' ? 'heartbeat' : 'offline';
    return [forRoom((streamUUID) => ({ kind, streamUUID }))];
  }
  const common = {
    at: timeOf(form, values),
    notification: found.quiet !== true,
    debounceMs: found.holdSeconds === undefined ? null : found.holdSeconds * 1000,
  };
  if (found.remember !== undefined) {
    const parts = Object.entries(found.remember).map(([part, value]) => [part, values.get(value) ?? ''] as const);
    const unkept = parts.find(([, value]) => value.length > maxObservedLength || !isStorableText(value));
    if (unkept !== undefined) return [refusal(room, 'payload', `has no value that can be kept as ${unkept[0]}`)];
    const interpret = readerOf(settings.preset);
    return [
      forRoom((streamUUID) => ({
        kind: 'observation',
        streamUUID,
        values: Object.fromEntries(parts),
        at: common.at,
        notification: common.notification,
        interpret,
      })),
    ];
  }
  const status = codeOf(settings, found.status, values);
  if (status === undefined) {
    const said = typeof found.status === 'object' ? (values.get(found.status.value) ?? '') : '';
    return [refusal(room, 'status', `is "${said.slice(0, 40)}", which is no status: say under statuses what it means`)];
  }
  const id = form.id === undefined ? null : (values.get(form.id) ?? null);
  if (id !== null && !ReportId.safeParse(id).success) {
    return [refusal(room, 'id', 'must be text of 1 to 128 characters')];
  }
  return [
    {
      ...forRoom((streamUUID) => ({ kind: 'report', streamUUID, status, id, ...common })),
      ...(!isKnownStatusCode(status) && { unknownStatus: status }),
    },
  ];
}

/** What all parts together say. */
function readerOf({ states = [] }: Preset) {
  return (parts: Values) => {
    const state = states.find((one) => meetsConditions(one.if, parts));
    const code = state === undefined ? undefined : statusOfName(state.status)?.code;
    if (state === undefined || code === undefined) return undefined;
    return { status: code, debounceMs: state.holdSeconds === undefined ? null : state.holdSeconds * 1000 };
  };
}

function codeOf({ statuses }: ConnectionSettings, status: PresetCase['status'], values: Values): number | undefined {
  if (status === undefined) return undefined;
  if (typeof status === 'string') return statusOfName(status)?.code;
  const said = values.get(status.value) ?? '';
  const word = Object.hasOwn(statuses, said) ? (statuses[said] ?? said) : said;
  return /^-?\d{1,9}$/.test(word) ? Number(word) : statusOfName(word)?.code;
}

/** Null: the time of receipt counts. */
function timeOf({ at }: PresetMessage, values: Values): number | null {
  const said = at === undefined ? undefined : values.get(at.value);
  if (at === undefined || said === undefined) return null;
  const scale = at.unit === 'seconds' ? 1000 : 1;
  const time = at.unit === 'iso' ? Date.parse(said) : Math.round(Number(said) * scale);
  return time >= clockUnsetBefore && Number.isSafeInteger(time) ? time : null;
}

function refusal(room: string, field: string, reason: string): Refusal {
  return { kind: 'invalid', field, reason, room };
}
