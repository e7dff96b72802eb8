/**
 * The rooms of equipment connections without a database: messages are parsed by the presets and applied by the ingest
 * rules, as the server does it in a transaction.
 */
import type { IncomingItem } from '../../../src/domain/ingest/incoming.ts';
import type { IngestState } from '../../../src/domain/ingest/ingest-state.ts';
import type { ObservationRow, ReportRow, StateRow, StreamRow } from '../../../src/server/database/report-store.ts';
import type { ConnectionSettings } from '../../../src/server/equipment/connection.ts';
import { createEquipment } from '../../../src/server/equipment/equipment.ts';
import { sampleConnections } from './sample-connections.ts';
import { isUnroutableMessage, type Message, type ParsedMessage } from '../../../src/server/messages/message.ts';
import { parseRoomMessage } from '../../../src/server/messages/parse-room-message.ts';
import { isRefusal, parseReport } from '../../../src/server/messages/parse-report.ts';
import { ingestDeliveries } from '../../../src/server/intake/reports/ingest-deliveries.ts';
import { toIngestState } from '../../../src/server/intake/reports/stream-state.ts';
import type { Alert } from '../../../src/domain/alerts/alert.ts';
import { parseAlerts } from '../../../src/server/database/open-alerts.ts';
import { initialRow } from '../falls/initial-row.ts';
import { fresh } from '../ingest-state.ts';

export function createEquipmentRooms(connections: readonly ConnectionSettings[] = sampleConnections) {
  const equipment = createEquipment(connections);
  const rows = new Map<string, StateRow>();
  /** The stored observations, by room and name. */
  const observations = new Map<string, ObservationRow>();
  const newest = new Map<string, ReportRow>();
  const logged: ReportRow[] = [];
  let now = Date.UTC(2026, 2, 1, 12);

  /** Applies items one by one, each like a transaction: only the stored rows are passed on to the next item. */
  function apply(items: readonly (readonly [room: string, incoming: IncomingItem])[]): readonly IncomingItem[] {
    for (const [room, incoming] of items) {
      const sender = { keyId: 'equipment', scope: { kind: 'everything' } } as const;
      const { streams, reports, ...changed } = ingestDeliveries([{ sender, items: [incoming], receivedAt: now }], {
        streams: [rowOf(room)],
        keyedReports: [],
        observations: [...observations.values()].filter((row) => row.stream_uuid === room),
      });
      for (const row of streams) rows.set(room, row);
      logged.push(...reports);
      for (const { stream_uuid, name } of changed.deletedObservations) observations.delete(`${stream_uuid} ${name}`);
      for (const row of changed.observations) observations.set(`${row.stream_uuid} ${row.name}`, row);
      for (const report of reports) if (report.effect === 'applied') newest.set(room, report);
      checkLog(room);
    }
    return items.map(([, incoming]) => incoming);
  }

  /** Throws unless the room has the revision and status of its newest applied report, as the command `check` does. */
  function checkLog(room: string): void {
    const { revision, room_status: status } = rowOf(room);
    const shown = newest.get(room) ?? { revision: 0, status: fresh.roomStatus };
    if (shown.revision === revision && shown.status === status) return;
    throw new Error(
      `${room} shows ${status} with revision ${revision}; the log has ${shown.status}, ${shown.revision}`,
    );
  }

  function rowOf(room: string): StreamRow {
    return { ...initialRow(room, 'other'), ...rows.get(room) };
  }

  function parse(message: Message, payload: unknown): ParsedMessage {
    if (message.topic === 'http') return [parseReport(payload)];
    return equipment.findByTopic(message.topic)?.parseMessage(message) ?? parseRoomMessage(message);
  }

  return {
    /** Returns the items that the message was parsed into. The topic `http`: the payload is the body of a report. */
    receive: (topic: string, payload: unknown, retained: Pick<Partial<Message>, 'retainedAt'> = {}) => {
      const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
      const message = { topic, payload: bytes, retainedAt: null, ...retained };
      const parsed = parse(message, payload);
      if (isUnroutableMessage(parsed)) return [];
      return apply(
        parsed.flatMap((item) => (isRefusal(item) ? [] : [[item.room.name, item.incoming(item.room.name)]])),
      );
    },
    /** Applies a message that does not come from a preset. */
    apply: (room: string, incoming: IncomingItem) => apply([[room, incoming]]),
    /** Advances the clock and runs the checks of the watchdog. */
    wait: (ms: number) => {
      now += ms;
      for (const [room, row] of rows) {
        const dueAt = row.pending_due_at;
        if (dueAt !== null && dueAt <= now) apply([[room, { kind: 'debounce-expiry', streamUUID: room }]]);
        apply([[room, { kind: 'offline-check', streamUUID: room, listeningSince: 0 }]]);
      }
    },
    now: () => now,
    stateOf: (room: string): IngestState => toIngestState(rowOf(room)),
    /** The rows of the report log since the last call. */
    takeLog: () => logged.splice(0),
    alertsOf: (room: string): readonly Alert[] => parseAlerts(rowOf(room).open_alerts),
    /** Removes all alerts of a room, as if staff had resolved them long ago. */
    resolveAlerts: (room: string) => void rows.set(room, { ...rowOf(room), open_alerts: null, alert_hold: null }),
    /** Returns the stored observations of a room. */
    valuesOf: (room: string) =>
      Object.fromEntries(
        [...observations.values()].filter((row) => row.stream_uuid === room).map(({ name, value }) => [name, value]),
      ),
  };
}
