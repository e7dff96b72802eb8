/** Fetches the messages below the topic of a connection, and what each message would do in the rooms. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { equipmentEndpoints } from '../../../contract/equipment/equipment.ts';
import { useApi } from '../../api/api-client.tsx';
import { useSettledValue } from '../../shared/use-settled.ts';
import type { Connection } from '../use-equipment.ts';

export type ReceivedMessage = z.output<typeof equipmentEndpoints.listenToMessages.response>['items'][number];
export type Explanation = ReceivedMessage['explanation'];

const pollIntervalMs = 1_000;
/** The delay after typing, so that the server does not subscribe to a topic for each typed letter. */
const settleMs = 600;

export function useLiveMessages(connection: Connection) {
  const api = useApi();
  const settled = useSettledValue(connection, settleMs);
  const topic = settled.topic.replace(/\/+$/, '');
  const isEnabled = topic !== '' && !/[+#]/.test(topic);
  const { data, error } = useQuery({
    queryKey: ['live-messages', settled],
    queryFn: ({ signal }) =>
      api.call(equipmentEndpoints.listenToMessages, { body: { connection: settled }, signal, maxAttempts: 1 }),
    enabled: isEnabled,
    refetchInterval: pollIntervalMs,
    retry: false,
    gcTime: 0,
    // Keeps the messages on the screen while the changed form is applied to them.
    placeholderData: keepPreviousData,
  });
  return { topic: isEnabled ? topic : undefined, messages: data?.items, problem: data?.problem ?? null, error };
}
