/** The metrics of the server, in Prometheus' text format. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ProblemCode } from '../../contract/problem.ts';

/** How a report reached the server. */
export type IntakeChannel = 'http' | 'ndjson' | 'mqtt';

export interface Metrics {
  /** Each server has its own, so that several servers in one process count separately. */
  readonly registry: Registry;
  /** `reason`: of a refusal, from a fixed set. */
  countReport(
    channel: IntakeChannel,
    outcome: 'accepted' | 'duplicate' | 'refused' | 'dropped' | 'delayed',
    reason?: string,
  ): void;
  /** A call without a device key, or with an invalid one. */
  countRefusedKey(): void;
  /** Lines whose end was lost because their connection broke. */
  countTruncatedLines(count: number): void;
  /** A call of a device that is answered with a problem. */
  countProblem(code: ProblemCode): void;
  countCommit(durationMs: number, items: number): void;
  /** `read` is called for each scrape. */
  gauge(row: MetricRow, read: () => number): void;
}

export interface MetricRow {
  readonly name: `room_status_${string}`;
  /** The name until the last release. It is exported too, for one release. */
  readonly formerName?: `room_status_${string}`;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

const counterRows = {
  reports: {
    name: 'room_status_reports_total',
    help: 'Reports and heartbeats, by channel and outcome',
    labelNames: ['way', 'outcome', 'reason'],
  },
  refusedKeys: { name: 'room_status_refused_keys_total', help: 'Calls without a valid device key' },
  truncatedLines: {
    name: 'room_status_truncated_lines_total',
    formerName: 'room_status_cut_lines_total',
    help: 'Lines that were not stored because their connection broke before their end',
  },
  deferredCalls: {
    name: 'room_status_deferred_calls_total',
    formerName: 'room_status_turned_away_total',
    help: 'Calls of devices that were refused and may be retried later',
    labelNames: ['code'],
  },
  refusedCalls: {
    name: 'room_status_refused_calls_total',
    help: 'Calls of devices that were refused and must not be retried unchanged',
    labelNames: ['code'],
  },
  committedItems: { name: 'room_status_committed_items_total', help: 'Reports and heartbeats that were stored' },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** `includeProcess`: adds memory, processor and event loop. They cost a little, so only if somebody scrapes them. */
export function createMetrics({ includeProcess = false }: { readonly includeProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (includeProcess) collectDefaultMetrics({ register: registry });
  const reports = counter(registry, counterRows.reports);
  const refusedKeys = counter(registry, counterRows.refusedKeys);
  const truncatedLines = counter(registry, counterRows.truncatedLines);
  const deferredCalls = counter(registry, counterRows.deferredCalls);
  const refusedCalls = counter(registry, counterRows.refusedCalls);
  const committedItems = counter(registry, counterRows.committedItems);
  const commits = new Histogram({
    name: 'room_status_commit_seconds',
    help: 'Duration of a commit',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });

  return {
    registry,
    countReport: (way, outcome, reason = 'none') => reports({ way, outcome, reason }),
    countRefusedKey: () => refusedKeys(),
    countTruncatedLines: (count) => truncatedLines({}, count),
    countProblem: (code) => {
      // Invalid keys have their own counter, so that guessed keys do not hide the problems of real devices.
      if (code === 'unauthenticated') return;
      const isRetryable = code === 'too-many-requests' || code === 'unavailable';
      (isRetryable ? deferredCalls : refusedCalls)({ code });
    },
    countCommit: (durationMs, items) => {
      commits.observe(durationMs / 1000);
      committedItems({}, items);
    },
    gauge: (row, read) => {
      for (const named of namesOf(row)) {
        void new Gauge({
          ...named,
          registers: [registry],
          collect() {
            this.set(read());
          },
        });
      }
    },
  };
}

function counter(registry: Registry, row: MetricRow): (labels?: Record<string, string>, count?: number) => void {
  const { labelNames = [] } = row;
  const counters = namesOf(row).map((named) => new Counter({ ...named, labelNames, registers: [registry] }));
  return (labels = {}, count = 1) => {
    for (const one of counters) one.inc(labels, count);
  };
}

function namesOf({ name, formerName, help }: MetricRow): readonly { readonly name: string; readonly help: string }[] {
  if (formerName === undefined) return [{ name, help }];
  return [
    { name, help },
    { name: formerName, help: `Former name of ${name}` },
  ];
}
