/**
 * The rooms of an equipment file without a database: messages are parsed by the presets and applied by the ingest rules,
 * as the server does it in a transaction.
 */
import { join } from 'node:path';
import type { Incoming } from '../../../src/domain/ingest/incoming.ts';
import type { IngestState } from '../../../src/domain/ingest/ingest-state.ts';
import type { ObservationRow, ReportRow, StateRow, StreamRow } from '../../../src/server/database/report-store.ts';
import { createEquipment } from '../../../src/server/intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../../src/server/intake/equipment/file/equipment-file.ts';
import { isUnroutable, type Message, type ParsedMessage } from '../../../src/server/intake/mqtt/message.ts';
import { parseRoomMessage } from '../../../src/server/intake/mqtt/parse-room-message.ts';
import { isRefusal, parseReport } from '../../../src/server/intake/parse-report.ts';
import { createIngestBatch } from '../../../src/server/rooms/reports/ingest-batch.ts';
import { stateOf, stateRow } from '../../../src/server/rooms/reports/stream-state.ts';
import type { Alert } from '../../../src/domain/alerts/alert.ts';
import { parseAlerts } from '../../../src/server/database/open-alerts.ts';
import { fresh } from '../ingest-state.ts';

const samples = join(import.meta.dirname, '../../../src/server/intake/equipment/samples');

/** The equipment file of the samples: every preset, with two rooms at `harbour`. */
export const sampleConnections = readEquipmentFile(join(samples, 'equipment.yaml'));

export function createEquipmentRooms(connections = sampleConnections) {
  const equipment = createEquipment(connections);
  const rows = new Map<string, StateRow>();
  /** By room and name. */
  const observations = new Map<string, ObservationRow>();
  const newest = new Map<string, ReportRow>();
  const logged: ReportRow[] = [];
  let now = Date.UTC(2026, 2, 1, 12);

  /** Each item is applied like a transaction, so only the stored rows are passed from one item to the next. */
  function apply(items: readonly (readonly [room: string, incoming: Incoming])[]): readonly Incoming[] {
    for (const [room, incoming] of items) {
      const batch = createIngestBatch({
        streams: [rowOf(room)],
        reportKeys: [],
        observations: [...observations.values()].filter((row) => row.stream_uuid === room),
      });
      const sender = { keyId: 'equipment', scope: { kind: 'everything' } } as const;
      batch.add(incoming, { sender, items: [incoming], receivedAt: now });
      const { streams, reports, ...changed } = batch.result();
      for (const row of streams) rows.set(room, row);
      logged.push(...reports);
      for (const { stream_uuid, name } of changed.deletedObservations) observations.delete(`${stream_uuid} ${name}`);
      for (const row of changed.observations) observations.set(`${row.stream_uuid} ${row.name}`, row);
      for (const report of reports) if (report.effect === 'card') newest.set(room, report);
      checkLog(room);
    }
    return items.map(([, incoming]) => incoming);
  }

  /** A room must have the revision and status of its newest applied report, as `room-status check` demands. */
  function checkLog(room: string): void {
    const { revision, room_status: status } = rowOf(room);
    const shown = newest.get(room) ?? { revision: 0, status: fresh.roomStatus };
    if (shown.revision === revision && shown.status === status) return;
    throw new Error(
      `${room} shows ${status} with revision ${revision}; the log has ${shown.status}, ${shown.revision}`,
    );
  }

  function rowOf(room: string): StreamRow {
    const place = { ward_uuid: 'ward', location_uuid: 'location', client_uuid: 'client' };
    return {
      ...(rows.get(room) ?? {
        ...stateRow(room, fresh),
        has_reports: 0,
        open_alerts: null,
        alert_revision: 0,
        alert_due_at: null,
        alert_hold: null,
      }),
      ...place,
      type: 'other',
      status: 'ACTIVE',
      rules: null,
    };
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
      if (isUnroutable(parsed)) return [];
      return apply(
        parsed.flatMap((item) => (isRefusal(item) ? [] : [[item.room.name, item.incoming(item.room.name)]])),
      );
    },
    /** A message that does not come from a preset. */
    apply: (room: string, incoming: Incoming) => apply([[room, incoming]]),
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
    stateOf: (room: string): IngestState => stateOf(rowOf(room)),
    /** The rows of the report log since the last call. */
    takeLog: () => logged.splice(0),
    alertsOf: (room: string): readonly Alert[] => parseAlerts(rowOf(room).open_alerts),
    /** As if staff had resolved all alerts long ago. */
    resolveAlerts: (room: string) => void rows.set(room, { ...rowOf(room), open_alerts: null, alert_hold: null }),
    /** The remembered values of a room. */
    valuesOf: (room: string) =>
      Object.fromEntries(
        [...observations.values()].filter((row) => row.stream_uuid === room).map(({ name, value }) => [name, value]),
      ),
  };
}
