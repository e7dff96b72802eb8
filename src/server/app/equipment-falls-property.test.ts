/**
 * For any sequence of messages: a fall that a sensor starts to report raises an alert, and no status is shown longer
 * than its sensor reports it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEquipmentRooms } from '../../../tests/support/equipment/equipment-rooms.ts';
import { sampleConnections } from '../../../tests/support/equipment/sample-connections.ts';
import { messagesOf, type SentMessage } from '../../../tests/support/equipment/preset-messages.ts';
import { FallSensors } from '../../../tests/support/equipment/fall-model.ts';
import { roomWith } from '../../../tests/support/equipment/room-with.ts';
import type { IncomingObservation } from '../../domain/ingest/incoming.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import type { ReportRow } from '../database/report-store.ts';
import type { ConnectionSettings } from '../equipment/connection.ts';

const room = 'harbour/room-1';
const manDown = 1;
/** The effects with which staff are told about a report. A late fall opens an alert. */
const shownOrAlerting = ['applied', 'unreachable', 'late'];

/** Generates reports of a device that names the room itself, by HTTP or on the MQTT topic of the room. */
const ownMessages = fc
  .record({ status: fc.constantFrom('man_down', 'in_bed', 'out_of_bed'), way: fc.constantFrom('http', 'mqtt') })
  .map(({ status, way }) =>
    way === 'http'
      ? { topic: 'http', payload: { room, status } }
      : { topic: `roomstatus/${room}/status`, payload: status },
  );

const steps = (...messages: readonly fc.Arbitrary<SentMessage>[]) =>
  fc.array(
    fc.record({
      message: fc.oneof(...messages),
      isRetained: fc.constantFrom(true, false, false, false, false),
      isResolved: fc.constantFrom(true, false, false, false),
      waitMs: fc.constantFrom(0, 0, 500, 3_000, 11_000, 100_000),
    }),
    { minLength: 5, maxLength: 30, size: 'max' },
  );

type Sent = ReturnType<typeof steps> extends fc.Arbitrary<infer Steps> ? Steps : never;

function toText({ message, isRetained, isResolved, waitMs }: Sent[number]): string {
  const { topic, payload } = message;
  return `${isResolved ? 'resolved, ' : ''}${isRetained ? 'retained ' : ''}${topic} ${JSON.stringify(payload)} +${waitMs}`;
}

/**
 * Sends the messages to a room. Returns the first fall without an alert, or the first status that is shown too long.
 */
function findProblem(connections: readonly ConnectionSettings[], sent: Sent) {
  const rooms = createEquipmentRooms(connections);
  const model = new FallSensors();
  let interpret: IncomingObservation['interpret'] | undefined;
  for (const { message, isRetained, isResolved, waitMs } of sent) {
    if (isResolved) rooms.resolveAlerts(room);
    rooms.takeLog();
    const items = rooms.receive(message.topic, message.payload, isRetained ? { retainedAt: rooms.now() } : {});
    const log = rooms.takeLog();
    const begins = items.filter((item) => model.begins(item)).length > 0;
    if (begins && connections.length === 1 && !hasFall(log)) return `no report of a fall after ${message.topic}`;
    if (begins && !rooms.alertsOf(room).some(({ status, state }) => status === manDown && state === 'raised'))
      return `no alert after ${message.topic}`;
    rooms.wait(waitMs);
    for (const item of items) if (item.kind === 'observation') interpret = item.interpret;
    if (connections.length > 1 || interpret === undefined || waitMs < 11_000) continue;
    const { name, priority } = statusOfCode(rooms.stateOf(room).roomStatus);
    const given = interpret(new Map(Object.entries(rooms.valuesOf(room))))?.status ?? -1;
    if (priority !== 'technical' && name !== statusOfCode(given).name)
      return `shows ${name}, the values give ${given} after ${toText({ message, isRetained, isResolved, waitMs })}`;
  }
  return undefined;
}

function hasFall(log: readonly ReportRow[]): boolean {
  return log.some(({ status, effect = '' }) => status === manDown && shownOrAlerting.includes(effect));
}

const presets = sampleConnections.filter(({ preset }) => Object.hasOwn(preset.roles, 'fall'));

describe.each(presets)('preset of the connection $name', ({ name, preset }) => {
  const required = Object.keys(preset.roles).filter((role) => preset.roles[role]?.required === true);
  const others = Object.keys(preset.roles).filter((role) => role !== 'fall' && role !== 'status');
  const rooms = fc.subarray(others).map((roles) => roomWith(name, [...new Set([...required, 'fall', ...roles])]));

  test('for any messages each fall of a sensor raises an alert, and no status is shown longer than a sensor reports its value', () => {
    const sequence = rooms.chain((own) => steps(messagesOf(own)).map((sent) => ({ own, sent })));
    const property = fc.property(sequence, ({ own, sent }) => findProblem([own], sent) === undefined);
    const { counterexample } = fc.check(property, { numRuns: Number(process.env.RUNS ?? 100) });
    const [failed] = counterexample ?? [];
    expect(
      failed && { problem: findProblem([failed.own], failed.sent), sent: failed.sent.map(toText) },
    ).toBeUndefined();
  });
});

test('in a room with sensors of several products each fall that one of the sensors reports raises an alert', () => {
  const connections = [
    roomWith('house', ['bed', 'fall', 'presence']),
    roomWith('zigbee', ['fall', 'bathroom']),
    roomWith('radars', ['sensor']),
    roomWith('mats', ['device']),
  ];
  const sequence = steps(...connections.map(messagesOf), ownMessages);
  const property = fc.property(sequence, (sent) => findProblem(connections, sent) === undefined);
  const { counterexample } = fc.check(property, { numRuns: Number(process.env.RUNS ?? 100) });
  const [failed] = counterexample ?? [];
  expect(failed && { problem: findProblem(connections, failed), sent: failed.map(toText) }).toBeUndefined();
});
