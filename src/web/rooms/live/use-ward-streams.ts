import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import { addressOf } from '../../../contract/endpoint.ts';
import { alertEvent, roomStatusEvent } from '../../../contract/live-events.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { openEventStream } from '../../api/event-stream.ts';
import { withTokenLock } from '../../api/token-lock.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { UncheckedItems, validItems } from '../../api/valid-items.ts';
import { ReceivedRoomAlerts, Time } from './received-alerts.ts';
import { ReceivedRoom, ReceivedUpdate } from './received-rooms.ts';
import { createFrameBatch } from './frame-batch.ts';
import { applyChanges, type ShownWard } from './shown-ward.ts';
import { canReloadPage, createReloadPolicy } from './reload-policy.ts';
import { initialWard } from './state-machine/ward-machine.ts';
import { subscribeToWard, type LiveCallbacks } from './ward-subscription.ts';

const CachedWard = z.object({ asOf: z.number(), streams: z.array(ReceivedRoom), leftAt: z.optional(z.number()) });

const listStreams = {
  ...endpoints.listStreams,
  response: z.extend(UncheckedItems, { outdatedSince: z.optional(Time) }),
};

/**
 * The live rooms of a ward, for as long as the component is mounted. `onNotification` is called when a notification
 * arrives. It does not wait for the next frame, as the rooms do, so that a hidden board plays the sound at once.
 */
export function useWardStreams(wardUuid: string, onNotification: () => void): ShownWard {
  const api = useApi();
  const [cached] = useState(() => readSessionCache(sessionStorage, cacheKeyOf(wardUuid), CachedWard));
  const [shown, setShown] = useState((): ShownWard => ({
    ward: initialWard(cached, Date.now()).view,
    updates: [],
    alertChanges: [],
  }));
  const notify = useEffectEvent(onNotification);
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
    // Without `flushSync` React would render after this frame, and the update would be visible one frame later.
    const batch = createFrameBatch<Partial<ShownWard>>((changes) =>
      flushSync(() => setShown((before) => applyChanges(before, changes))),
    );
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
      cached,
      writeCache: (ward) => writeSessionCache(sessionStorage, cacheKeyOf(wardUuid), ward),
      onChange: ({ changed, isQuiet, alertChanges }) => {
        if (!isQuiet) notify();
        batch.add({ updates: changed, alertChanges });
      },
      onState: (ward) => batch.add({ ward }),
    });
    window.addEventListener('pagehide', subscription.leavePage);
    return () => {
      window.removeEventListener('pagehide', subscription.leavePage);
      subscription.stop();
      batch.stop();
    };
  }, [api, wardUuid, reloadPolicy, cached]);
  return shown;
}

function cacheKeyOf(wardUuid: string): string {
  return `ward:${wardUuid}`;
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
      if (name === roomStatusEvent) receive(data, ReceivedUpdate, callbacks.onUpdates, callbacks);
      if (name === alertEvent) receive(data, ReceivedRoomAlerts, callbacks.onAlerts, callbacks);
    },
  });
}

/** Reads the items of an event. Invalid items are logged and skipped, and the list is fetched instead of them. */
function receive<T>(
  data: string,
  schema: z.ZodMiniType<T>,
  onItems: (items: readonly T[]) => void,
  { onUnreadableUpdate }: LiveCallbacks,
): void {
  try {
    const { items, skippedCount } = validItems(schema, z.parse(z.array(z.unknown()), JSON.parse(data)), 'update');
    onItems(items);
    if (skippedCount > 0) onUnreadableUpdate();
  } catch (error) {
    console.error('A live update could not be read, reason:', error);
    onUnreadableUpdate();
  }
}
