/** One connection of the equipment file: parses the messages of a product with a preset. */
import { isUnroutable, type Message, type ParsedMessage } from '../mqtt/message.ts';
import { markRetained } from '../mqtt/parse-room-message.ts';
import { decodeText, parseJson } from '../parse-payload.ts';
import { isRefusal, type Refusal } from '../parse-report.ts';
import { applyPreset } from './apply-preset.ts';
import type { Preset, PresetMessage } from './preset.ts';
import { isTopicOfRoom, type MatchedMessage, matchMessages, topicFiltersOf } from './topic-pattern.ts';
import { describeDevice } from './unknown-device.ts';
import { extractValues, type Payload, requiresJson, type RoomNames, type Values } from './values.ts';

export interface ConnectionSettings {
  readonly name: string;
  readonly preset: Preset;
  /** All topics of the connection are below this one. */
  readonly topic: string;
  /** Alias or uuid, like `room`. */
  readonly location: string;
  readonly rooms: readonly { readonly room: string; readonly names: RoomNames }[];
  /** Status words of the product, with the status name or code they mean. */
  readonly statuses: Readonly<Record<string, string>>;
}

export interface Connection {
  readonly name: string;
  readonly topic: string;
  /** MQTT topic filters of all messages that the preset reads. */
  readonly filters: readonly string[];
  /** As `location/room`. */
  readonly rooms: readonly string[];
  parseMessage(message: Message): ParsedMessage;
  /** Parses a JSON body that was posted to the connection. Rooms that are not visible to the sender do not exist. */
  parsePosted(json: unknown, isVisible: (room: string) => boolean): ParsedMessage;
}

interface ConnectionRoom {
  readonly room: string;
  readonly names: RoomNames;
}

/** Larger than a report, because some products send the state of all cameras in one message. */
const maxPayloadBytes = 256 * 1024;

export function createConnection(settings: ConnectionSettings): Connection {
  const { name, preset, topic, location, statuses } = settings;
  const rooms = settings.rooms.map(({ room, names }) => ({ room: `${location}/${room}`, names }));

  function parse(
    subtopic: string,
    matches: readonly MatchedMessage[],
    payload: Payload,
    visibleRooms: readonly ConnectionRoom[],
  ): ParsedMessage {
    const found = matches.flatMap(({ message, pattern }) =>
      visibleRooms.flatMap(({ room, names }) => {
        if (!isTopicOfRoom(pattern, subtopic, names)) return [];
        const values = extractValues(message, payload, names);
        return isDeviceOfRoom(message, values, names) ? [{ preset, statuses, message, values, room }] : [];
      }),
    );
    if (found.length > 0) return found.flatMap((match) => applyPreset(match) ?? []);
    const device = describeDevice(
      matches,
      subtopic,
      payload,
      visibleRooms.map(({ names }) => names),
    );
    return { kind: 'unknown-device', device, connection: name };
  }

  return {
    name,
    topic,
    filters: topicFiltersOf(preset).map((filter) => `${topic}/${filter}`),
    rooms: rooms.map(({ room }) => room),
    parseMessage: (message) => {
      const subtopic = message.topic.slice(topic.length + 1);
      const matches = matchMessages(preset, subtopic);
      if (matches.length === 0) return 'not-in-preset';
      const payload = decodePayload(message.payload, matches);
      if (isRefusal(payload)) return [payload];
      // An empty payload deletes a retained message.
      if (payload.text === '') return [];
      const parsed = parse(subtopic, matches, payload, rooms);
      if (isUnroutable(parsed)) return parsed;
      return parsed.map((item) => (isRefusal(item) ? item : markRetained(item, message.retainedAt)));
    },
    parsePosted: (json, isVisible) => {
      const matches = matchMessages(preset, postedTopic);
      if (matches.length === 0) return 'not-in-preset';
      const visibleRooms = rooms.filter(({ room }) => isVisible(room));
      return parse(postedTopic, matches, { text: '', json }, visibleRooms);
    },
  };
}

/** A posted body has no topic. Only preset messages for all topics (`#` or `+`) match this one. */
const postedTopic = 'posted';

/** Text that is not JSON is refused only if all matching preset messages need JSON. */
function decodePayload(bytes: Uint8Array, matches: readonly MatchedMessage[]): Payload | Refusal {
  const decoded = decodeText(bytes, maxPayloadBytes);
  if (isRefusal(decoded) || decoded.text === '') return isRefusal(decoded) ? decoded : { text: '', json: undefined };
  const parsed = parseJson(decoded.text);
  if (!isRefusal(parsed)) return { ...decoded, ...parsed };
  return matches.every(({ message }) => requiresJson(message)) ? parsed : { ...decoded, json: undefined };
}

/** Always true for a preset message whose payload does not name a device. */
function isDeviceOfRoom({ device }: PresetMessage, values: Values, names: RoomNames): boolean {
  return Object.entries(device ?? {}).every(([role, value]) => {
    const name = names[role];
    return name !== undefined && values.get(value) === name;
  });
}
