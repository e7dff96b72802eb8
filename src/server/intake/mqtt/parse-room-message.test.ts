import { expect, test } from 'vitest';
import { isUnroutable } from './message.ts';
import { parseRoomMessage } from './parse-room-message.ts';

const subscribedAt = Date.UTC(2026, 2, 1, 12);
const minutesBefore = (minutes: number) => subscribedAt - minutes * 60_000;

function timeOf(sentAt: number | undefined): unknown {
  const report = { status: 'in_bed', ...(sentAt !== undefined && { at: new Date(sentAt).toISOString() }) };
  const payload = Buffer.from(JSON.stringify(report));
  const parsed = parseRoomMessage({ topic: 'roomstatus/harbour/room-1/status', payload, retainedAt: subscribedAt });
  const [item] = isUnroutable(parsed) ? [] : parsed;
  const incoming = item !== undefined && 'incoming' in item ? item.incoming('x') : undefined;
  return incoming?.kind === 'report' ? incoming.at : undefined;
}

test.each([
  ['a retained message without a time counts from the subscription', undefined, subscribedAt],
  ['a retained message that is 10 minutes old counts from its own time', minutesBefore(10), minutesBefore(10)],
  ['a retained message that is older counts from the subscription', minutesBefore(11), subscribedAt],
])('%s', (_, sentAt, expected) => {
  expect(timeOf(sentAt)).toBe(expected);
});
