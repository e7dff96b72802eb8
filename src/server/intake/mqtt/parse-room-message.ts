/** From a message under a room's own topic to what is taken for that room. */
import { lateAfterMs } from '../../../domain/ingest/report-rules.ts';
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import { decodeText, parseJson } from '../parse-payload.ts';
import { type ParsedItem, isRefusal, parseReport, type Refusal } from '../parse-report.ts';
import type { Message, ParsedMessage } from './message.ts';
import { parseRoomTopic, type RoomTopic } from './topics.ts';

/** Longer ones are refused. Bytes. */
export const maxPayloadBytes = 16 * 1024;

/** `status`: a code, a name, or JSON as in a report by HTTP without the room. `availability`: `online` or `offline`. */
export function parseRoomMessage(message: Message): ParsedMessage {
  const topic = parseRoomTopic(message.topic);
  if (topic === undefined) return 'foreign-topic';
  // Nothing at all takes back what a broker keeps: it says nothing of the room.
  if (message.payload.length === 0) return [];
  const item = readPayload(topic, message.payload);
  return [isRefusal(item) ? item : markRetained(item, message.retainedAt)];
}

/**
 * What a broker had kept is how things stand, and no news: it makes no sound, and does not call a device back
 * that has fallen silent since. Without a time of its own it
 * counts from when we asked, so that whatever came since is newer.
 */
export function markRetained(item: ParsedItem, retainedAt: number | null): ParsedItem {
  if (retainedAt === null) return item;
  return {
    ...item,
    incoming: (streamUUID) => {
      const incoming = item.incoming(streamUUID);
      return saysSomething(incoming)
        ? { ...incoming, notification: false, isRetained: true, at: timeOfRetained(incoming.at, retainedAt) }
        : incoming;
    },
  };
}

function readPayload({ location, room, says }: RoomTopic, payload: Uint8Array): ParsedItem | Refusal {
  const name = `${location}/${room}`;
  const decoded = decodeText(payload, maxPayloadBytes);
  if ('kind' in decoded) return { ...decoded, room: name };
  const { text } = decoded;
  if (says === 'availability') return readAvailability(name, text);
  const fields = fieldsOf(text);
  if ('kind' in fields) return { ...fields, room: name };
  for (const field of ['room', 'stream']) {
    if (Object.hasOwn(fields.report, field))
      return { kind: 'invalid', field, reason: 'is said by the topic', room: name };
  }
  return parseReport({ ...fields.report, room: name });
}

function readAvailability(name: string, text: string): ParsedItem | Refusal {
  const kind = text === 'online' ? 'heartbeat' : text;
  if (kind !== 'heartbeat' && kind !== 'offline') {
    return { ...refusal('invalid', 'must be online or offline'), room: name };
  }
  return { room: { field: 'room', name }, incoming: (streamUUID) => ({ kind, streamUUID }) };
}

function fieldsOf(text: string): { readonly report: object } | Refusal {
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

function saysSomething(incoming: Incoming) {
  return incoming.kind === 'report' || incoming.kind === 'observation';
}

/** A time long past would make history of how things stand. */
function timeOfRetained(at: number | null, retainedAt: number): number {
  return at !== null && retainedAt - at <= lateAfterMs ? at : retainedAt;
}

function refusal(kind: 'malformed' | 'invalid' | 'too-long', reason: string): Refusal {
  return { kind, field: 'payload', reason };
}
