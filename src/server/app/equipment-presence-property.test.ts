/** For any sequence of messages of the built-in presets: a room never shows the status of a source that is offline. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEquipmentRooms, sampleConnections } from '../../../tests/support/equipment/equipment-rooms.ts';
import { messagesOf } from '../../../tests/support/equipment/preset-messages.ts';
import type { Incoming } from '../../domain/ingest/incoming.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { unavailableSourceOf } from '../../domain/source.ts';
import type { ConnectionSettings } from '../intake/equipment/connection.ts';

const rooms = ['harbour/room-1', 'harbour/room-2'] as const;

/** What the messages say about the sources of one room, without the ingest rules. */
interface Model {
  readonly offline: Set<string>;
  /** A source has reported since the last one went offline. */
  hasReported: boolean;
}

function follow(model: Model, item: Incoming): void {
  if (item.kind === 'presence') {
    if (item.isOnline) model.offline.delete(item.source);
    else model.offline.add(item.source);
    if (!item.isOnline) model.hasReported = false;
  } else if (item.kind === 'report' || item.kind === 'observation') {
    if (item.isRetained !== true || item.provesOnline === true) model.offline.delete(item.source ?? '');
    model.hasReported = true;
  }
}

/** Returns how often a room was checked while one of its sources was offline. */
function checkAnySequence(connections: readonly ConnectionSettings[]): number {
  let checkedCount = 0;
  const step = fc.record({
    message: fc.oneof(...connections.map(messagesOf)),
    isRetained: fc.boolean(),
    waitMs: fc.constantFrom(0, 0, 10_000, 100_000),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const equipment = createEquipmentRooms(connections);
      const models = new Map(rooms.map((room) => [room, { offline: new Set<string>(), hasReported: false }]));
      for (const { message, isRetained, waitMs } of steps) {
        const retained = isRetained ? { retainedAt: equipment.now() } : {};
        const items = equipment.receive(message.topic, message.payload, retained);
        equipment.wait(waitMs);
        for (const [room, model] of models) {
          for (const item of items) if (item.streamUUID === room) follow(model, item);
          const { roomStatus, offlineSources } = equipment.stateOf(room);
          expect(Object.keys(offlineSources).toSorted()).toEqual([...model.offline].toSorted());
          if (model.offline.size > 0) {
            checkedCount += 1;
            expect(statusOfCode(roomStatus).name).toBe('camera_unreachable');
            expect(unavailableSourceOf(offlineSources)).toBeDefined();
          } else if (!model.hasReported && connections.length === 1) {
            // All that was reported before is forgotten, so there is no status to show.
            expect(statusOfCode(roomStatus).priority).toBe('technical');
          }
        }
      }
    }),
    { numRuns: 300 },
  );
  return checkedCount;
}

describe.each(sampleConnections)('preset of the connection $name', (connection) => {
  test('a room with an offline source is unreachable, and shows nothing that this source reported when it is back', () => {
    const canGoOffline = connection.preset.messages.some(({ cases }) =>
      cases.some(({ presence }) => presence !== undefined && presence !== 'online'),
    );
    expect(checkAnySequence([connection]) > 0).toBe(canGoOffline);
  });
});

test('a room that belongs to several connections is unreachable while a source of one of them is offline', () => {
  expect(checkAnySequence(sampleConnections)).toBeGreaterThan(0);
});
