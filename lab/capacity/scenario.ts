/** What is assumed of homes and of a cell; each can be set, and docs/capacity.md says why it is as it is. */
import type { Ground } from './costs.ts';

export interface Scenario {
  readonly ground: Ground;
  /** Server processes of a cell. */
  readonly processes: number;
  /** Cores of its PostgreSQL; without meaning on SQLite. */
  readonly databaseCores: number;
  readonly rooms: number;
  readonly roomsPerWard: number;
  /** Open boards a ward, day and night. */
  readonly viewersPerWard: number;
  /** As many report through one gateway. */
  readonly roomsPerGateway: number;
  /** Whether a gateway says in one call that all of its rooms are there, or each device by itself. */
  readonly heartbeats: 'lists' | 'alone';
  readonly heartbeatSeconds: number;
  /** How long an access token lasts: then an event stream ends, and its board comes back. Seconds. */
  readonly tokenSeconds: number;
  /** Hour of the day at which one process after the other is restarted. */
  readonly restartHour: number;
  /** So long at most boards that come back after a restart wait until all of them are served. */
  readonly longestStormSeconds: number;
  readonly retentionDays: number;
  readonly seed: number;
}

export const usual: Scenario = {
  ground: 'postgres',
  processes: 4,
  databaseCores: 4,
  rooms: 10_000,
  roomsPerWard: 35,
  viewersPerWard: 4,
  roomsPerGateway: 70,
  heartbeats: 'lists',
  heartbeatSeconds: 30,
  tokenSeconds: 600,
  restartHour: 14,
  // A page reloads 3 s after its connection was lost, and comes back 0.5 to 1.5 s after that.
  longestStormSeconds: 1.5,
  retentionDays: 90,
  seed: 1,
};

/** What is left of each resource at its busiest. */
export const headroom = 0.5;
/** On one machine the boards are dark until its only process is there again, whatever comes after. */
export const boxChanges: Partial<Scenario> = { ground: 'sqlite', processes: 1, longestStormSeconds: 5 };

export function wardsOf({ rooms, roomsPerWard }: Scenario): number {
  return rooms / roomsPerWard;
}

export function viewersOf(scenario: Scenario): number {
  return wardsOf(scenario) * scenario.viewersPerWard;
}
