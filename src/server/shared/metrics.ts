/** The metrics of the server, in Prometheus' text format. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { alertEvents, type AlertTransition } from '../../domain/alerts/alert.ts';
import type { ProblemCode } from '../../contract/problem.ts';

const intakeChannels = ['http', 'ndjson', 'mqtt'] as const;
/** How a report reached the server. */
export type IntakeChannel = (typeof intakeChannels)[number];

export type Metrics = ReturnType<typeof createMetrics>;

/** Codes of refusals after which the device retries, so that no report is lost. */
const retryableCodes: ReadonlySet<ProblemCode> = new Set(['too-many-requests', 'unavailable']);

interface MetricsOptions {
  /** Whether to add metrics of memory, processor and event loop, whose collection costs time. */
  readonly includeProcess?: boolean;
  /** The reasons for which reports are refused. Each counter exists from the start, with the value 0. */
  readonly refusalReasons?: readonly string[];
}

export function createMetrics({ includeProcess = false, refusalReasons = [] }: MetricsOptions = {}) {
  // Each server has its own registry, so that several servers in one process count separately.
  const registry = new Registry();
  const registers = [registry];
  if (includeProcess) collectDefaultMetrics({ register: registry });
  const counters = createCounters(registers);
  startAtZero(counters, refusalReasons);
  const commits = new Histogram({
    name: 'room_status_commit_seconds',
    help: 'Duration of a commit',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });

  return {
    registry,
    /** Counts reports. `reason`: why a report was refused, dropped or delayed. One of a fixed set of words. */
    countReport: (
      way: IntakeChannel,
      outcome: 'accepted' | 'duplicate' | 'refused' | 'dropped' | 'delayed',
      reason = 'none',
    ) => counters.reports.inc({ way, outcome, reason }),
    /** Returns the number of reports and heartbeats since the start that were stored, or had been stored before. */
    readStoredCount: () => countStored(counters.reports),
    countRefusedKey: () => counters.refusedKeys.inc(),
    countTruncatedLines: (count: number) => counters.truncatedLines.inc(count),
    /** Counts a request of a device that was refused with a problem body. */
    countProblem: (code: ProblemCode) => {
      // Invalid keys have their own counter, so that guessed keys do not hide the problems of real devices.
      if (code === 'unauthenticated') return;
      (retryableCodes.has(code) ? counters.deferredCalls : counters.refusedCalls).inc({ code });
    },
    countCommit: (durationMs: number, items: number) => {
      commits.observe(durationMs / 1000);
      counters.committedItems.inc(items);
    },
    countAlertEvents: (transitions: readonly AlertTransition[]) => {
      for (const { event, alert } of transitions) if (!alert.isTest) counters.alertEvents.inc({ event });
    },
    /** Adds a gauge with labels. `read` is called for each scrape. There is no value if it fails. */
    labelledGauge: (row: MetricRow, labelNames: readonly string[], read: () => Promise<readonly LabelledValue[]>) =>
      void new Gauge({
        ...row,
        labelNames,
        registers,
        async collect() {
          const values = await read().catch(() => []);
          this.reset();
          for (const { labels, value } of values) this.set({ ...labels }, value);
        },
      }),
    /** Adds a gauge. `read` is called for each scrape. The value is NaN if it fails. */
    gauge: (row: MetricRow, read: () => number | Promise<number>) =>
      void new Gauge({
        ...row,
        registers,
        async collect() {
          this.set(await readOrNaN(read));
        },
      }),
    /** Adds a gauge with the constant value 1, whose labels contain the information. */
    info: (row: MetricRow, labels: Readonly<Record<string, string>>) =>
      new Gauge({ ...row, registers, labelNames: Object.keys(labels) }).set({ ...labels }, 1),
  };
}

async function countStored(reports: Counter): Promise<number> {
  const stored = (await reports.get()).values.filter(
    ({ labels: { outcome } }) => outcome === 'accepted' || outcome === 'duplicate',
  );
  return stored.reduce((sum, { value }) => sum + value, 0);
}

export interface MetricRow {
  readonly name: string;
  readonly help: string;
}

export interface LabelledValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

async function readOrNaN(read: () => number | Promise<number>): Promise<number> {
  try {
    return await read();
  } catch {
    return Number.NaN;
  }
}

function createCounters(registers: Registry[]) {
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    reports: counter(
      'room_status_reports_total',
      'Reports and heartbeats, by channel and outcome',
      'way',
      'outcome',
      'reason',
    ),
    refusedKeys: counter('room_status_refused_keys_total', 'Calls without a valid device key'),
    truncatedLines: counter(
      'room_status_truncated_lines_total',
      'Lines that were not stored because their connection broke before their end',
    ),
    deferredCalls: counter(
      'room_status_deferred_calls_total',
      'Calls of devices that were refused and may be retried later',
      'code',
    ),
    refusedCalls: counter(
      'room_status_refused_calls_total',
      'Calls of devices that were refused and must not be retried unchanged',
      'code',
    ),
    alertEvents: counter(
      'room_status_alert_events_total',
      'What happened to alerts at this process, without drills',
      'event',
    ),
    committedItems: counter('room_status_committed_items_total', 'Reports and heartbeats that were stored'),
  };
}

/**
 * Creates each counter with the value 0. Otherwise `increase()` and `rate()` of Prometheus would miss its first
 * increase.
 */
function startAtZero(counters: ReturnType<typeof createCounters>, refusalReasons: readonly string[]): void {
  for (const way of intakeChannels) {
    for (const outcome of ['accepted', 'duplicate']) counters.reports.inc({ way, outcome, reason: 'none' }, 0);
    for (const reason of refusalReasons) counters.reports.inc({ way, outcome: 'refused', reason }, 0);
  }
  for (const code of retryableCodes) counters.deferredCalls.inc({ code }, 0);
  for (const event of alertEvents) counters.alertEvents.inc({ event }, 0);
}
