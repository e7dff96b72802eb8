/**
 * Falls that devices report for unknown rooms in the locations of this board. The board fetches them every few seconds,
 * shows them, and sounds until somebody has answered them.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { unknownRoomAlertEndpoints } from '../../contract/alerts/unknown-room-alerts.ts';
import { useApi } from '../api/api-client.tsx';
import { isFinal } from '../api/api-error.ts';
import { createStore } from '../shared/create-store.ts';
import type { BoardPlace } from './board-place.ts';
import type { RaisedAlerts } from './raised-alerts.ts';

type AlertList = z.output<(typeof unknownRoomAlertEndpoints.listUnknownRoomAlerts)['response']>;
export type UnknownRoomAlert = AlertList['items'][number];

/** The alerts of unknown rooms on the shown board, which its alarm reads. */
export const unknownRoomAlertsStore = createStore<readonly UnknownRoomAlert[]>([]);

/** The alerts of unknown rooms that nobody has answered. */
export function raisedUnknownRoomAlerts(): RaisedAlerts {
  return unknownRoomAlertsStore
    .get()
    .filter(({ answer }) => answer === null)
    .map(({ uuid, since }) => ({ key: `${uuid} ${since}`, priority: 'high' }));
}

const queryKey = ['unknown-room-alerts'];

const intervalMs = 5_000;
/** After an error that a retry would not change: a server that implements only the specification has no such alerts. */
const refusedIntervalMs = 20_000;

/** Fetches the alerts of unknown rooms every 5 s. After a failure the last response is used. */
export function useUnknownRoomAlerts({ wardUuids }: BoardPlace): readonly UnknownRoomAlert[] {
  const { call } = useApi();
  const { data } = useQuery({
    queryKey: [...queryKey, ...wardUuids],
    queryFn: ({ signal }) =>
      call(unknownRoomAlertEndpoints.listUnknownRoomAlerts, {
        query: { wardUUID: wardUuids.join(',') },
        signal,
        maxAttempts: 1,
      }),
    // A refused call is repeated too, because a proxy may answer it while it reloads.
    refetchInterval: ({ state }) => (isFinal(state.error) ? refusedIntervalMs : intervalMs),
    gcTime: 0,
  });
  useEffect(() => unknownRoomAlertsStore.set(data?.items ?? []), [data]);
  useEffect(() => () => unknownRoomAlertsStore.set([]), []);
  return data?.items ?? [];
}

/** Returns a function that tells the server that somebody goes to the room. Then the alarm stops. */
export function useAcknowledgement(): (uuid: string) => Promise<void> {
  const { call } = useApi();
  const queries = useQueryClient();
  return async (uuid) => {
    const answered = await call(unknownRoomAlertEndpoints.acknowledgeUnknownRoomAlert, { params: { id: uuid } });
    // Cancels a running fetch, because its list is older than this response.
    await queries.cancelQueries({ queryKey });
    queries.setQueriesData<AlertList>(
      { queryKey },
      (list) => list && { items: list.items.map((alert) => (alert.uuid === answered.uuid ? answered : alert)) },
    );
  };
}
