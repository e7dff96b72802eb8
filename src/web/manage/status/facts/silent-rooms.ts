import type { SystemStatus } from '../use-system-status.ts';

/** The number of silent rooms beyond those that the server lists. */
export function unlistedSilentRooms({ findings, silentRooms }: Pick<SystemStatus, 'findings' | 'silentRooms'>): number {
  const counted = findings.find(({ part }) => part === 'devices')?.values['count'];
  return Math.max(0, Number(counted ?? 0) - silentRooms.length);
}
