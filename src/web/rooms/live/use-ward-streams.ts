import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import { addressOf } from '../../../contract/endpoint.ts';
import { roomStatusEvent } from '../../../contract/live-events.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { openEventStream } from '../../api/event-stream.ts';
import { withTokenLock } from '../../api/token-lock.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { UncheckedItems, validItems } from '../../api/valid-items.ts';
import { ReceivedRoom, ReceivedUpdate, Time } from './received-rooms.ts';
import { canReloadPage, createReloadPolicy } from './reload-policy.ts';
import { initialWard } from './state-machine/ward-machine.ts';
import type { WardState } from './state-machine/ward-state.ts';
import { subscribeToWard, type LiveCallbacks, type WardSubscriptionOptions } from './ward-subscription.ts';

const CachedWard = z.object({ asOf: z.number(), streams: z.array(ReceivedRoom), leftAt: z.optional(z.number()) });

const listStreams = {
  ...endpoints.listStreams,
  response: z.extend(UncheckedItems, { outdatedSince: z.optional(Time) }),
};

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
        withTokenLock,
      }),
    [],
  );
  useEffect(() => {
    const cacheKey = `ward:${wardUuid}`;
    const subscription = subscribeToWard({
      openLive: (callbacks) => openLive(api, wardUuid, callbacks),
      fetchStreams: async (signal) => {
        const { items, outdatedSince } = await api.call(listStreams, { query: { locationUUID: wardUuid }, signal });
        return {
          ...validItems(ReceivedRoom, items, 'room'),
          outdatedSince: outdatedSince === undefined ? undefined : Date.parse(outdatedSince),
        };
      },
      reloadPolicy,
      cached: readSessionCache(sessionStorage, cacheKey, CachedWard),
      writeCache: (ward) => writeSessionCache(sessionStorage, cacheKey, ward),
      onChange: (diff) => notifyChange(diff),
      onState: setState,
    });
    window.addEventListener('pagehide', subscription.leavePage);
    return () => {
      window.removeEventListener('pagehide', subscription.leavePage);
      subscription.stop();
    };
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
      if (name === roomStatusEvent) receiveUpdates(data, callbacks);
    },
  });
}

/** Reads the updates of an event. Invalid updates are logged and skipped, and the list is fetched instead of them. */
function receiveUpdates(data: string, { onUpdates, onUnreadableUpdate }: LiveCallbacks): void {
  try {
    const { items, skippedCount } = validItems(
      ReceivedUpdate,
      z.parse(z.array(z.unknown()), JSON.parse(data)),
      'update',
    );
    onUpdates(items);
    if (skippedCount > 0) onUnreadableUpdate();
  } catch (error) {
    console.error('A live update could not be read, reason:', error);
    onUnreadableUpdate();
  }
}
