import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { statusEndpoints } from '../../contract/status/status.ts';
import { useApi } from '../api/api-client.tsx';

export type SystemStatus = z.output<typeof statusEndpoints.getSystemStatus.response>;

const pollIntervalMs = 5_000;

/** The state of the system. `data` is out of date while there is an `error`. */
export function useSystemStatus() {
  const api = useApi();
  return useQuery({
    queryKey: ['system-status'],
    queryFn: ({ signal }) => api.call(statusEndpoints.getSystemStatus, { signal, maxAttempts: 1 }),
    refetchInterval: pollIntervalMs,
  });
}
