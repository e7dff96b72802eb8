/** A connection: parses the messages of one product with a preset. */
import { isUnroutableMessage, type Message, type ParsedMessage, type UnroutableMessage } from '../messages/message.ts';
import { markRetained } from '../messages/parse-room-message.ts';
import { decodeText, parseJson } from '../messages/parse-payload.ts';
import { isRefusal, type Refusal } from '../messages/parse-report.ts';
import { reasonOf } from '../shared/reason.ts';
import { matchesFilter } from '../messages/topics.ts';
import { type PresetResult, applyPreset, type Availability, type RoomMatch } from './preset-format/apply-preset.ts';
import { isDeviceOfRoom, type MatchedMessage, readDeviceNames } from './preset-format/device-names.ts';
import type { Preset, PresetMessage } from './preset-format/preset.ts';
import { indexSources } from './preset-format/sources.ts';
import { extractValues, type Payload, isJsonRequired, type DeviceNames } from './preset-format/values.ts';
import { createUnknownDevice } from './unknown-device.ts';

export interface ConnectionSettings {
  readonly name: string;
  readonly preset: Preset;
  /** The topic of the connection. All its messages have topics below this one. */
  readonly topic: string;
  /** The alias or uuid of the location, as in `room`. */
  readonly location: string;
  readonly rooms: readonly { readonly room: string; readonly names: DeviceNames }[];
  /** Words of the product with the status name or code that they mean. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Words of the product for online and offline, in addition to the default ones. */
  readonly availability: Readonly<Record<string, Availability>>;
}

export type Connection = ReturnType<typeof createConnection>;

/**
 * The result of reading a message: an item for each room and matching preset message, or the reason why it has no item.
 */
export type ReadResult =
  | { readonly rooms: readonly (RoomMatch & PresetResult)[] }
  | { readonly refused: Refusal }
  | { readonly unroutable: UnroutableMessage };

/** The maximum size of a message. Some products send the state of all cameras in one message. */
const maxPayloadBytes = 256 * 1024;

/**
 * The topic of a body that was posted by HTTP without a topic. Only preset messages for all topics (`#` or `+`) match
 * it.
 */
export const postedTopic = 'posted';

export function createConnection(settings: ConnectionSettings) {
  const { name, preset, topic, location, statuses, availability } = settings;
  const sourceOf = indexSources(name, preset);
  const allRooms = settings.rooms.map(({ room, names }) => ({ room: `${location}/${room}`, names }));

  /** Finds the rooms of a message, and applies the preset for each of them. */
  function readPayload(
    subtopic: string,
    matches: readonly MatchedMessage[],
    payload: Payload,
    rooms = allRooms,
  ): ReadResult {
    const named = matches.map(({ message, pattern }) => ({
      deviceNames: readDeviceNames({ message, pattern }, subtopic, payload),
      matchWith: (names: DeviceNames, room = ''): RoomMatch => {
        const values = extractValues(message, payload, names);
        const source = sourceOf(message);
        return { preset, statuses, availability, message, connection: name, source, values, names, room };
      },
    }));
    const found = named.flatMap(({ deviceNames, matchWith }) =>
      rooms.filter(({ names }) => isDeviceOfRoom(deviceNames, names)).map(({ room, names }) => matchWith(names, room)),
    );
    if (found.length > 0) return { rooms: found.map((match) => ({ ...match, ...applyPreset(match) })) };
    if (Array.isArray(payload.json)) return { refused: notAnObjectRefusal };
    const namesOfRooms = rooms.map(({ names }) => names);
    return { unroutable: createUnknownDevice(named, payload, { connection: name, rooms: namesOfRooms }) };
  }

  function read(message: Pick<Message, 'topic' | 'payload'>): ReadResult {
    const subtopic = message.topic.slice(topic.length + 1);
    const matches = matchMessages(preset, subtopic);
    if (matches.length === 0) return { unroutable: 'not-in-preset' };
    const payload = decodePayload(message.payload, matches);
    if (isRefusal(payload)) return { refused: payload };
    // An empty payload deletes a retained message.
    return payload.text === ''
      ? { unroutable: 'empty-payload' }
      : readPayload(subtopic, matches, { ...payload, topic: subtopic });
  }

  return {
    name,
    product: preset.product,
    topic,
    /** MQTT topic filters of all messages that the preset reads. */
    filters: [...new Set(preset.messages.flatMap(patternsOf).map((pattern) => `${topic}/${toTopicFilter(pattern)}`))],
    /** The names of the rooms, as `location/room`. */
    rooms: allRooms.map(({ room }) => room),
    location,
    /** Whether a room of the connection names this device. */
    hasDevice: (device: DeviceNames) =>
      allRooms.some(({ names }) => Object.entries(device).every(([role, one]) => names[role] === one)),
    /** Parses a message like `parseMessage`, and returns all details for the operator. */
    read,
    parseMessage: (message: Message): ParsedMessage => {
      const parsed = toParsedMessage(read(message));
      if (isUnroutableMessage(parsed)) return parsed;
      return parsed.map((item) => (isRefusal(item) ? item : markRetained(item, message.retainedAt)));
    },
    /** Parses a JSON body that was posted to the connection. Skips rooms that the sender may not report for. */
    parsePosted: (json: unknown, isVisible: (room: string) => boolean): ParsedMessage => {
      const matches = matchMessages(preset, postedTopic);
      if (matches.length === 0) return 'not-in-preset';
      const visibleRooms = allRooms.filter(({ room }) => isVisible(room));
      return toParsedMessage(readPayload(postedTopic, matches, { text: '', json, topic: '' }, visibleRooms));
    },
  };
}

function toParsedMessage(reading: ReadResult): ParsedMessage {
  if ('unroutable' in reading) return reading.unroutable;
  if ('refused' in reading) return [reading.refused];
  const items = reading.rooms.flatMap(({ item }) => item ?? []);
  return items.length === 0 ? 'ignored-by-preset' : items;
}

/** The refusal of a posted body that is not an object: a preset reads the name of the device from a field. */
const notAnObjectRefusal: Refusal = { kind: 'malformed', field: 'payload', ...reasonOf('json-list') };

/** Finds the messages of a preset whose topic pattern matches a topic. A role in a pattern matches any name. */
function matchMessages({ messages }: Preset, topic: string): readonly MatchedMessage[] {
  return messages.flatMap((message) => {
    const pattern = patternsOf(message).find((one) => matchesFilter(toTopicFilter(one), topic));
    return pattern === undefined ? [] : [{ message, pattern }];
  });
}

function patternsOf({ topic }: PresetMessage): readonly string[] {
  return [topic].flat();
}

function toTopicFilter(pattern: string): string {
  return pattern.replace(/\{[\w:]+\}/g, '+');
}

/** Text that is not JSON is refused only if all matching preset messages need JSON. */
function decodePayload(
  bytes: Uint8Array,
  matches: readonly MatchedMessage[],
): Pick<Payload, 'text' | 'json'> | Refusal {
  const decoded = decodeText(bytes, maxPayloadBytes);
  if (isRefusal(decoded)) return decoded;
  const parsed = parseJson(decoded.text);
  if (!isRefusal(parsed)) return { ...decoded, ...parsed };
  const isRefused = decoded.text !== '' && matches.every(({ message }) => isJsonRequired(message));
  return isRefused ? parsed : { ...decoded, json: undefined };
}
