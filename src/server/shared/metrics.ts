/** What the server counts and measures, for whoever supervises it (Prometheus text format). */
import type { ProblemCode } from '../../contract/problem.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How it reached us. */
export type IntakeWay = 'http' | 'ndjson' | 'mqtt';

/** Each has a registry of its own, so that several servers in one process count apart. */
export interface Metrics {
  readonly registry: Registry;
  /** `reason`: of a refusal, one of a few words that are known beforehand; otherwise `none`. */
  countReport(
    way: IntakeWay,
    outcome: 'accepted' | 'duplicate' | 'refused' | 'dropped' | 'delayed',
    reason?: string,
  ): void;
  /** A call with no device key, or with one that does not hold. */
  countRefusedKey(): void;
  /** Lines that ended with their connection. */
  countCutLines(lines: number): void;
  /** A call of a device that gets a problem for an answer. */
  countProblem(code: ProblemCode): void;
  countCommit(durationMs: number, items: number): void;
  /** `read` is asked whenever somebody looks. */
  gauge(name: `room_status_${string}`, help: string, read: () => number): void;
}

export interface MetricsOptions {
  /** Also those of the process: memory, processor, event loop. They cost a little, so only where they are read. */
  readonly ofProcess?: boolean;
}

export function createMetrics({ ofProcess = false }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const reports = new Counter({
    name: 'room_status_reports_total',
    help: 'Reports and heartbeats, by the way they came and what became of them',
    labelNames: ['way', 'outcome', 'reason'] as const,
    registers,
  });
  const refusedKeys = new Counter({
    name: 'room_status_refused_keys_total',
    help: 'Calls without a device key that holds',
    registers,
  });
  const cutLines = new Counter({
    name: 'room_status_cut_lines_total',
    help: 'Lines that were cut by the end of their connection, and not taken',
    registers,
  });
  const turnedAway = new Counter({
    name: 'room_status_turned_away_total',
    help: 'Calls of devices that were told to come again',
    labelNames: ['code'] as const,
    registers,
  });
  const refusedCalls = new Counter({
    name: 'room_status_refused_calls_total',
    help: 'Calls of devices that were answered with a problem, and not told to come again',
    labelNames: ['code'] as const,
    registers,
  });
  const commits = new Histogram({
    name: 'room_status_commit_seconds',
    help: 'How long it took to store what arrived together',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const committed = new Counter({
    name: 'room_status_committed_items_total',
    help: 'Items that were stored together with others or alone',
    registers,
  });

  return {
    registry,
    countReport: (way, outcome, reason = 'none') => reports.inc({ way, outcome, reason }),
    countRefusedKey: () => refusedKeys.inc(),
    countCutLines: (lines) => cutLines.inc(lines),
    countProblem: (code) => {
      // Counted by itself: whoever guesses keys shall not hide what happens to those who have one.
      if (code === 'unauthenticated') return;
      const mayComeAgain = code === 'too-many-requests' || code === 'unavailable';
      (mayComeAgain ? turnedAway : refusedCalls).inc({ code });
    },
    countCommit: (durationMs, items) => {
      commits.observe(durationMs / 1000);
      committed.inc(items);
    },
    gauge: (name, help, read) => {
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}
