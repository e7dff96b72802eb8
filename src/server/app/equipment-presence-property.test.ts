/** For any sequence of messages of the built-in presets: a room never shows the status of a source that is offline. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';
import { messagesOf } from '../../../tests/support/equipment/preset-messages.ts';
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import type { IngestState } from '../../domain/ingest/ingest-state.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { offlineSourceOf } from '../../domain/source.ts';
import type { ConnectionSettings } from '../equipment/connection.ts';
import { sourceOf } from '../equipment/preset-format/preset.ts';

const rooms = ['harbour/room-1', 'harbour/room-2'] as const;

/** A model of the sources of one room, without the ingest rules. */
interface Model {
  readonly offline: Set<string>;
  /** The sources that have reported since they, or a gateway before them, were last offline. */
  readonly reported: Set<string>;
}

function follow({ offline, reported }: Model, item: IncomingItem, reporting: ReadonlySet<string>): void {
  if (item.kind === 'presence') {
    const { source, isOnline } = item;
    if (!isOnline || offline.has(source)) {
      reported.delete(source);
      if (!reporting.has(source)) reported.clear();
    }
    if (isOnline) offline.delete(source);
    else offline.add(source);
  } else if (item.kind === 'report' || item.kind === 'observation') {
    const { source = '', isRetained, provesOnline } = item;
    if (isRetained !== true || provesOnline === true) offline.delete(source);
    reported.add(source);
  }
}

/** Returns the sources that report a status or a value. All other sources, such as gateways, only forward messages. */
function reportingSources(connections: readonly ConnectionSettings[]): ReadonlySet<string> {
  const names = connections.flatMap(({ name, preset: { sources, messages } }) =>
    messages
      .filter(({ cases }) => cases.some(({ status, remember }) => (status ?? remember) !== undefined))
      .map((message) => `${name}/${sourceOf(message, sources)}`),
  );
  return new Set(names);
}

/** Compares a room with the model. NOTE: `expect` is too slow for tens of thousands of checks. */
function findProblem({ roomStatus, offlineSources }: IngestState, model: Model, hasOneConnection: boolean) {
  const { name, priority } = statusOfCode(roomStatus);
  if (Object.keys(offlineSources).toSorted().join() !== [...model.offline].toSorted().join()) {
    return `the offline sources are ${Object.keys(offlineSources).join()}, not ${[...model.offline].join()}`;
  }
  if (model.offline.size > 0) {
    if (name !== 'camera_unreachable') return `shows ${name} while a source is offline`;
    return offlineSourceOf(offlineSources) === undefined ? 'names no source' : undefined;
  }
  // An outage discarded everything that was reported before, so there is no status to show.
  if (model.reported.size > 0 || !hasOneConnection || priority === 'technical') return undefined;
  return `shows ${name}, which no source has reported since one was offline`;
}

/** Checks random messages. Returns how often a room was checked while one of its sources was offline. */
function checkAnySequence(connections: readonly ConnectionSettings[]): number {
  const reporting = reportingSources(connections);
  let checkedCount = 0;
  const step = fc.record({
    message: fc.oneof(...connections.map(messagesOf)),
    isRetained: fc.constantFrom(true, false, false, false),
    waitMs: fc.constantFrom(0, 0, 10_000, 100_000),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), (steps) => {
      const equipment = createEquipmentRooms(connections);
      const models = new Map(rooms.map((room) => [room, { offline: new Set<string>(), reported: new Set<string>() }]));
      for (const { message, isRetained, waitMs } of steps) {
        const retained = isRetained ? { retainedAt: equipment.now() } : {};
        const items = equipment.receive(message.topic, message.payload, retained);
        equipment.wait(waitMs);
        for (const [room, model] of models) {
          for (const item of items) if (item.streamUUID === room) follow(model, item, reporting);
          if (model.offline.size > 0) checkedCount += 1;
          const problem = findProblem(equipment.stateOf(room), model, connections.length === 1);
          if (problem !== undefined) throw new Error(`${room}: ${problem}`);
        }
      }
    }),
    { numRuns: 200 },
  );
  return checkedCount;
}

describe.each(sampleConnections)('preset of the connection $name', (connection) => {
  test('a room with an offline source is unreachable, and does not show its earlier status after its return', () => {
    const canGoOffline = connection.preset.messages.some(({ cases }) =>
      cases.some(({ presence }) => presence !== undefined && presence !== 'online'),
    );
    expect(checkAnySequence([connection]) > 0).toBe(canGoOffline);
  });
});

test('a room that belongs to several connections is unreachable while a source of one of them is offline', () => {
  expect(checkAnySequence(sampleConnections)).toBeGreaterThan(0);
});
