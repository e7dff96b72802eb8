import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type SystemFinding, findingOf } from '../../domain/status/finding.ts';
import { useApi } from '../api/api-client.tsx';

const pollIntervalMs = 5_000;
const healthTimeoutMs = 5_000;

/** The response of GET /health. Each field can be any text, because a newer server may send other words. */
const Health = z.object({ database: z.string(), storing: z.string(), bus: z.string() });

/** The findings from GET /health, which needs no user and no data. Undefined: the server does not respond. */
export function useHealthFindings(): readonly SystemFinding[] | undefined {
  const { baseUrl } = useApi();
  const { data, isError } = useQuery({
    queryKey: ['system-health', baseUrl],
    queryFn: async () => {
      // The path of GET /health is not below the base address of the API.
      const address = new URL('../health', new URL(`${baseUrl}/`, location.href));
      const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(healthTimeoutMs) });
      return findingsOfHealth(z.parse(Health, await response.json()));
    },
    gcTime: 0,
    refetchInterval: pollIntervalMs,
  });
  return isError ? undefined : data;
}

function findingsOfHealth({ database, storing, bus }: z.output<typeof Health>): readonly SystemFinding[] {
  if (database === 'updating') return [findingOf('data-updating')];
  if (database === 'damaged') return [findingOf('database-damaged')];
  if (database === 'unavailable') return [findingOf('database-unavailable')];
  if (storing === 'disk-full') return [findingOf('disk-full')];
  if (storing === 'unavailable') return [findingOf('not-storing')];
  return bus === 'unavailable' ? [findingOf('bus-down')] : [];
}
