import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { Stream } from '../../../contract/entities.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { addressOf } from '../../../contract/endpoint.ts';
import { RoomStatusEventData, roomStatusEvent } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { openEventStream } from '../../api/event-stream.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { canReloadPage, createReloadPolicy } from './reload-policy.ts';
import { initialWard } from './state-machine/ward-reducer.ts';
import type { WardState } from './state-machine/ward-state.ts';
import { subscribeToWard, type LiveCallbacks, type WardSubscriptionOptions } from './ward-subscription.ts';

const CachedWard = z.object({ asOf: z.number(), streams: z.array(Stream) });

/** The live rooms of a ward, for as long as the component is mounted. */
export function useWardStreams(wardUuid: string, onChange: WardSubscriptionOptions['onChange']): WardState {
  const api = useApi();
  const [state, setState] = useState(() => initialWard(undefined, 0).view);
  const notifyChange = useEffectEvent(onChange);
  const reloadPolicy = useMemo(
    () =>
      createReloadPolicy({
        storage: sessionStorage,
        canReload: canReloadPage,
        reload: () => location.reload(),
      }),
    [],
  );
  useEffect(() => {
    const cacheKey = `ward:${wardUuid}`;
    const subscription = subscribeToWard({
      openLive: (callbacks) => openLive(api, wardUuid, callbacks),
      fetchStreams: async (signal) =>
        (await api.call(endpoints.listStreams, { query: { locationUUID: wardUuid }, signal })).items,
      reloadPolicy,
      cached: readSessionCache(sessionStorage, cacheKey, CachedWard),
      writeCache: (ward) => writeSessionCache(sessionStorage, cacheKey, ward),
      onChange: (diff) => notifyChange(diff),
      onState: setState,
    });
    return () => subscription.stop();
  }, [api, wardUuid, reloadPolicy]);
  return state;
}

function openLive(api: ApiClient, wardUuid: string, callbacks: LiveCallbacks): { close(): void } {
  return openEventStream({
    ...callbacks,
    url: api.baseUrl + addressOf(endpoints.streamEvents, { query: { wardUUID: wardUuid } }),
    accessToken: () => api.accessToken(),
    onUnauthorized: (token, cause) => void api.replaceRejectedToken(token, cause),
    onTokenAccepted: api.tokenAccepted,
    network: window,
    onEvent: (name, data) => {
      if (name !== roomStatusEvent) return;
      const updates = parseUpdates(data);
      if (updates !== undefined) callbacks.onUpdates(updates);
    },
  });
}

/** Parses an update. An invalid update is logged and skipped. The next list contains the same change. */
function parseUpdates(data: string): StreamUpdate[] | undefined {
  try {
    return RoomStatusEventData.parse(JSON.parse(data));
  } catch (error) {
    console.error('A live update could not be read, reason:', error);
    return undefined;
  }
}
