/**
 * The one place that decides what a report makes of a stream. The log row and the state row are
 * written in one transaction; only then the update goes on the bus.
 */
import { applyReport } from '../../domain/status-report.ts';
import type { Scope } from '../../domain/user.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { createGroupCommit } from './group-commit.ts';
import {
  type KnownStream,
  loadKnownReports,
  loadStreams,
  reportKey,
  type ReportRow,
  storeReports,
  storeStreams,
} from './report-store.ts';
import { stateOf, updateOf, withState } from './stream-row.ts';

export interface IncomingReport {
  /** Lower case. */
  readonly streamUUID: string;
  readonly status: number;
  /** Epoch milliseconds by the device's clock; null: the time of receipt counts. */
  readonly at: number | null;
  readonly notification: boolean;
  readonly id: string | null;
}

/** `unknown-stream` also for a stream outside of the device's scope: a guess tells nothing. */
export type ReceivedReport =
  | { readonly outcome: 'accepted' | 'duplicate'; readonly revision: number }
  | { readonly outcome: 'unknown-stream' };

export interface ReportSender {
  readonly keyId: string;
  readonly scope: Scope;
}

interface Delivery {
  readonly sender: ReportSender;
  readonly reports: readonly IncomingReport[];
  readonly receivedAt: number;
}

export interface ReportReceiver {
  /** One answer a report, in order, once they are on disk. Throws when they cannot be stored. */
  receive(reports: readonly IncomingReport[], sender: ReportSender): Promise<readonly ReceivedReport[]>;
  /** Resolves when all that was received is stored and answered. */
  settled(): Promise<void>;
}

/** As many rows of a report as one statement may have parameters for, with room to spare. */
const reportsPerTransaction = 2_000;

export function createReportReceiver(options: {
  readonly database: Database;
  readonly bus: Bus;
  readonly now: () => number;
}): ReportReceiver {
  const { database, bus, now } = options;
  const { submit, settled } = createGroupCommit<Delivery, readonly ReceivedReport[]>({
    weightOf: (delivery) => delivery.reports.length,
    limit: reportsPerTransaction,
    commit: async (deliveries) => {
      const { answers, updates } = await storeDeliveries(database, deliveries);
      if (updates.length > 0) bus.publish(updates);
      return answers;
    },
  });
  return {
    receive: (reports, sender) => submit({ reports, sender, receivedAt: now() }),
    settled,
  };
}

async function storeDeliveries(database: Database, deliveries: readonly Delivery[]) {
  const all = deliveries.flatMap(({ reports }) => reports);
  const streamUuids = [...new Set(all.map(({ streamUUID }) => streamUUID))];
  const reportIds = [...new Set(all.flatMap(({ id }) => (id === null ? [] : [id])))];
  return database.query.transaction().execute(async (transaction) => {
    const streams = await loadStreams(transaction, streamUuids);
    const known = await loadKnownReports(transaction, streamUuids, reportIds);
    const log: ReportRow[] = [];
    const changed = new Map<string, KnownStream>();

    const answers = deliveries.map(({ reports, sender, receivedAt }) =>
      reports.map((report): ReceivedReport => {
        const stream = streams.get(report.streamUUID);
        if (stream === undefined || !isWithin(sender.scope, stream)) return { outcome: 'unknown-stream' };
        if (report.id !== null) {
          const key = reportKey(stream.uuid, report.id);
          if (known.has(key)) return { outcome: 'duplicate', revision: stream.revision };
          known.add(key);
        }
        const at = report.at ?? receivedAt;
        const state = stateOf(stream);
        const next = applyReport(state, { status: report.status, at, notification: report.notification }, receivedAt);
        if (next !== state) {
          streams.set(stream.uuid, withState(stream, next));
          changed.set(stream.uuid, withState(stream, next));
        }
        log.push(reportRow(report, { at, receivedAt, revision: next.revision, keyId: sender.keyId }));
        return { outcome: 'accepted', revision: next.revision };
      }),
    );

    await storeReports(transaction, log);
    await storeStreams(transaction, [...changed.values()]);
    return { answers, updates: [...changed.values()].map(updateOf) };
  });
}

function isWithin(scope: Scope, stream: KnownStream): boolean {
  switch (scope.kind) {
    case 'everything':
      return true;
    case 'client':
      return stream.client_uuid === scope.uuid;
    case 'location':
      return stream.location_uuid === scope.uuid;
    case 'ward':
      return stream.ward_uuid === scope.uuid;
  }
}

function reportRow(
  report: IncomingReport,
  receipt: { at: number; receivedAt: number; revision: number; keyId: string },
): ReportRow {
  return {
    stream_uuid: report.streamUUID,
    report_id: report.id,
    status: report.status,
    notification: report.notification ? 1 : 0,
    at: receipt.at,
    received_at: receipt.receivedAt,
    revision: receipt.revision,
    device_key_id: receipt.keyId,
  };
}
