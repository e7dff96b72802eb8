/** Parses a message on a room's own topic into an item for that room. */
import { lateAfterMs } from '../../domain/ingest/report-rules.ts';
import { decodeText, parseJson } from './parse-payload.ts';
import { isRefusal, parseReport, type ParsedItem, type Refusal } from './parse-report.ts';
import type { Message, ParsedMessage } from './message.ts';
import { parseRoomTopic, type RoomTopic } from './topics.ts';

const maxPayloadBytes = 16 * 1024;

/**
 * Parses the message. Payload of `status`: a code, a name, or the JSON of an HTTP report without its room. Payload of
 * `availability`: `online` or `offline`.
 */
export function parseRoomMessage(message: Message): ParsedMessage {
  const topic = parseRoomTopic(message.topic);
  if (topic === undefined) return 'foreign-topic';
  // An empty payload clears a retained message. It says nothing about the room.
  if (message.payload.length === 0) return 'empty-payload';
  const item = parsePayload(topic, message.payload);
  return [isRefusal(item) ? item : markRetained(item, message.retainedAt)];
}

/**
 * Marks the item of a retained message. A retained message is a state and not an event: it makes no notification, and
 * does not prove that the device is online. Without a time of its own it counts from `retainedAt`, the time of the
 * subscription, so everything published since then is newer.
 */
export function markRetained(item: ParsedItem, retainedAt: number | null): ParsedItem {
  if (retainedAt === null) return item;
  return {
    ...item,
    incoming: (streamUUID) => {
      const incoming = item.incoming(streamUUID);
      if (incoming.kind === 'presence') return { ...incoming, isRetained: true };
      if (incoming.kind !== 'report' && incoming.kind !== 'observation') return incoming;
      const { at } = incoming;
      const retained = { notification: false, isRetained: true, at: retainedTime(at, retainedAt) } as const;
      return { ...incoming, ...retained, ...(at !== null && { sentAt: at }) };
    },
  };
}

function parsePayload({ location, room, kind }: RoomTopic, payload: Uint8Array): ParsedItem | Refusal {
  const name = `${location}/${room}`;
  const decoded = decodeText(payload, maxPayloadBytes);
  if ('kind' in decoded) return { ...decoded, room: name };
  const { text } = decoded;
  if (kind === 'availability') return parseAvailability(name, text);
  const fields = parseStatus(text);
  if ('kind' in fields) return { ...fields, room: name };
  for (const field of ['room', 'stream']) {
    if (Object.hasOwn(fields.report, field))
      return { kind: 'invalid', field, reason: 'must not be sent: the topic names the room', room: name };
  }
  return parseReport({ ...fields.report, room: name });
}

function parseAvailability(name: string, text: string): ParsedItem | Refusal {
  const kind = text === 'online' ? 'heartbeat' : text;
  if (kind !== 'heartbeat' && kind !== 'offline') {
    return { ...refusal('invalid', 'must be online or offline'), room: name };
  }
  return { room: { field: 'room', name }, incoming: (streamUUID) => ({ kind, streamUUID }) };
}

function parseStatus(text: string): { readonly report: object } | Refusal {
  if (/^-?\d+$/.test(text)) return { report: { status: Number(text) } };
  if (!/^["{[]/.test(text)) return { report: { status: text } };
  const parsed = parseJson(text);
  if ('kind' in parsed) return parsed;
  const { json } = parsed;
  if (typeof json === 'string') return { report: { status: json } };
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? { report: json }
    : refusal('malformed', 'must be a code, a name, or a JSON object');
}

/**
 * Returns the time of a retained message. One that is older than the limit for late reports becomes newer, because the
 * message is the current state and would be dropped as late.
 */
function retainedTime(at: number | null, retainedAt: number): number {
  return at !== null && retainedAt - at <= lateAfterMs ? at : retainedAt;
}

function refusal(kind: 'malformed' | 'invalid' | 'too-long', reason: string): Refusal {
  return { kind, field: 'payload', reason };
}
