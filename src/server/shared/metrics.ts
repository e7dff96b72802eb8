/** The metrics of the server, in Prometheus' text format. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ProblemCode } from '../../contract/problem.ts';

/** How a report reached the server. */
export type IntakeChannel = 'http' | 'ndjson' | 'mqtt';

export type Metrics = ReturnType<typeof createMetrics>;

/** `includeProcess`: adds memory, processor and event loop. Collecting them costs time, so only if metrics are scraped. */
export function createMetrics({ includeProcess = false }: { readonly includeProcess?: boolean } = {}) {
  // Each server has its own registry, so that several servers in one process count separately.
  const registry = new Registry();
  const registers = [registry];
  if (includeProcess) collectDefaultMetrics({ register: registry });
  const counters = createCounters(registers);
  const commits = new Histogram({
    name: 'room_status_commit_seconds',
    help: 'Duration of a commit',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });

  return {
    registry,
    /** `reason`: why a report was refused, dropped or delayed. One of a fixed set of words. */
    countReport: (
      way: IntakeChannel,
      outcome: 'accepted' | 'duplicate' | 'refused' | 'dropped' | 'delayed',
      reason = 'none',
    ) => counters.reports.inc({ way, outcome, reason }),
    countRefusedKey: () => counters.refusedKeys.inc(),
    countTruncatedLines: (count: number) => counters.truncatedLines.inc(count),
    /** Counts a call of a device that was answered with a problem body. */
    countProblem: (code: ProblemCode) => {
      // Invalid keys have their own counter, so that guessed keys do not hide the problems of real devices.
      if (code === 'unauthenticated') return;
      const isRetryable = code === 'too-many-requests' || code === 'unavailable';
      (isRetryable ? counters.deferredCalls : counters.refusedCalls).inc({ code });
    },
    countCommit: (durationMs: number, items: number) => {
      commits.observe(durationMs / 1000);
      counters.committedItems.inc(items);
    },
    /** `read` is called for each scrape. */
    gauge: (row: { readonly name: string; readonly help: string }, read: () => number) =>
      void new Gauge({
        ...row,
        registers,
        collect() {
          this.set(read());
        },
      }),
  };
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
    committedItems: counter('room_status_committed_items_total', 'Reports and heartbeats that were stored'),
  };
}
