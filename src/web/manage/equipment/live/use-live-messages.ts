/** What arrives below the topic of a connection, and what each message would do with it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { equipmentEndpoints } from '../../../../contract/manage/equipment.ts';
import { useApi } from '../../../api/api-client.tsx';
import type { Connection } from '../use-equipment.ts';

export type ReceivedMessage = z.output<typeof equipmentEndpoints.listenToTopic.response>['items'][number];
export type Explanation = z.output<typeof equipmentEndpoints.explainMessage.response>;

const pollIntervalMs = 1_000;
/** While somebody types a topic, the server does not listen to each of its letters. */
const settleMs = 600;

export function useLiveMessages(connection: Connection) {
  const api = useApi();
  const settled = useSettled(connection);
  const topic = settled.topic.replace(/\/+$/, '');
  const isEnabled = topic !== '' && !/[+#]/.test(topic);
  const { data, error } = useQuery({
    queryKey: ['live-messages', settled],
    queryFn: ({ signal }) =>
      api.call(equipmentEndpoints.listenToTopic, { body: { topic, connection: settled }, signal, maxAttempts: 1 }),
    enabled: isEnabled,
    refetchInterval: pollIntervalMs,
    retry: false,
    gcTime: 0,
    // The messages stay on the screen while they are explained with the changed form.
    placeholderData: keepPreviousData,
  });
  return { topic: isEnabled ? topic : undefined, messages: data?.items, problem: data?.problem ?? null, error };
}

/** The value, once it has not changed for a moment. */
function useSettled(value: Connection): Connection {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((before) => (JSON.stringify(before) === text ? before : value)),
      settleMs,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the value, which is a new object at each render
  }, [text]);
  return settled;
}
