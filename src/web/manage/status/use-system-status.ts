import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { statusEndpoints } from '../../../contract/manage/status.ts';
import { type Finding, findingOf } from '../../../domain/status/finding.ts';
import { useApi } from '../../api/api-client.tsx';
import { isFinal } from '../../api/api-error.ts';

export type SystemStatus = z.output<typeof statusEndpoints.getSystemStatus.response>;
export type ShownFinding = SystemStatus['findings'][number];

const pollIntervalMs = 5_000;
const healthTimeoutMs = 5_000;

/** The parts of GET /health. Any text, so that the page accepts the words of a newer server. */
const Health = z.object({ database: z.string(), storing: z.string(), bus: z.string() });
type Health = z.output<typeof Health>;

/** What this page knows: the answer of the server, or what it finds out without one. */
export interface Observation {
  /** The newest answer. It is out of date while `reach` is not `status`. */
  readonly status: SystemStatus | undefined;
  /**
   * `status`: the server answers. `health`: only its health check does, so it may be unable to read its data. `nothing`: the
   * server cannot be reached. `refused`: the user may not see the status.
   */
  readonly reach: 'loading' | 'status' | 'health' | 'nothing' | 'refused';
  /** What the health check tells while the server gives no status. */
  readonly healthFindings: readonly Finding[];
  /** Epoch milliseconds of the newest answer, or when the page was opened. */
  readonly answeredAt: number;
}

export function useSystemStatus(): Observation {
  const api = useApi();
  const [openedAt] = useState(() => Date.now());
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['system-status'],
    queryFn: ({ signal }) => api.call(statusEndpoints.getSystemStatus, { signal, maxAttempts: 1 }),
    refetchInterval: pollIntervalMs,
  });
  const isUnanswered = error !== null && !isFinal(error);
  const health = useQuery({
    queryKey: ['system-health', api.baseUrl],
    queryFn: () => readHealth(api.baseUrl),
    enabled: isUnanswered,
    gcTime: 0,
    refetchInterval: pollIntervalMs,
  });
  const reach = isUnanswered
    ? reachWithoutStatus(health)
    : isFinal(error)
      ? 'refused'
      : data === undefined
        ? 'loading'
        : 'status';
  return {
    status: data,
    reach,
    healthFindings: reach === 'health' && health.data !== undefined ? findingsOfHealth(health.data) : [],
    answeredAt: dataUpdatedAt === 0 ? openedAt : dataUpdatedAt,
  };
}

function reachWithoutStatus(health: { readonly isPending: boolean; readonly isError: boolean }): Observation['reach'] {
  if (health.isPending) return 'loading';
  return health.isError ? 'nothing' : 'health';
}

/** The health check needs no user and no data. It is beside the API. */
async function readHealth(apiBaseUrl: string): Promise<Health> {
  const address = new URL('../health', new URL(`${apiBaseUrl}/`, location.href));
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(healthTimeoutMs) });
  return z.parse(Health, await response.json());
}

function findingsOfHealth({ database, storing, bus }: Health): readonly Finding[] {
  if (database === 'damaged') return [findingOf('database-damaged')];
  if (database === 'unavailable') return [findingOf('database-unavailable')];
  if (storing === 'disk-full') return [findingOf('disk-full')];
  if (storing === 'unavailable') return [findingOf('not-storing')];
  return bus === 'unavailable' ? [findingOf('bus-down')] : [];
}
