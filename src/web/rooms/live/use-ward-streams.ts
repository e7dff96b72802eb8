import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { addressOf } from '../../../contract/endpoint.ts';
import { RoomStatusEventData, roomStatusEvent } from '../../../contract/live-events.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { openEventStream } from '../../api/event-stream.ts';
import {
  subscribeToWard,
  type WardSubscriptionOptions,
  type LiveCallbacks,
  type WardState,
} from './ward-subscription.ts';
import { readWardCache, writeWardCache } from './ward-cache.ts';
import { createReloadPolicy } from './reload-policy.ts';
import { canReload, reloadPage } from './reload-page.ts';

const nothingYet: WardState = {
  phase: 'loading',
  streams: undefined,
  staleSince: undefined,
  link: 'connecting',
  linkSince: 0,
  listFailingSince: undefined,
  listKeepsFailing: false,
};

/** The streams of a ward, kept true for as long as the component is mounted. */
export function useWardStreams(wardUuid: string, onNews: WardSubscriptionOptions['onNews']): WardState {
  const api = useApi();
  const [state, setState] = useState(nothingYet);
  const tellNews = useEffectEvent(onNews);
  const reloadPolicy = useMemo(
    () => createReloadPolicy({ storage: sessionStorage, now: () => Date.now(), canReload, reload: reloadPage }),
    [],
  );
  useEffect(() => {
    const following = subscribeToWard({
      openLive: (callbacks) => openLive(api, wardUuid, callbacks),
      fetchStreams: async (signal) =>
        (await api.call(endpoints.listStreams, { query: { locationUUID: wardUuid }, signal })).items,
      reloadPolicy,
      lastKnown: readWardCache(sessionStorage, wardUuid),
      remember: (known) => writeWardCache(sessionStorage, wardUuid, { ...known, streams: [...known.streams] }),
      onNews: (news, isQuiet) => tellNews(news, isQuiet),
      onState: setState,
      now: () => Date.now(),
    });
    return () => following.stop();
  }, [api, wardUuid, reloadPolicy]);
  return state;
}

function openLive(api: ApiClient, wardUuid: string, callbacks: LiveCallbacks): { close(): void } {
  return openEventStream({
    ...callbacks,
    url: api.baseUrl + addressOf(endpoints.streamEvents, { query: { wardUUID: wardUuid } }),
    accessToken: () => api.accessToken(),
    onUnauthorized: (token) => void api.replaceRejectedToken(token),
    network: window,
    onEvent: (name, data) => {
      if (name !== roomStatusEvent) return;
      const updates = parseUpdates(data);
      if (updates !== undefined) callbacks.onUpdates(updates);
    },
  });
}

/** A frame that cannot be read is logged; the next list puts right what it would have said. */
function parseUpdates(data: string): StreamUpdate[] | undefined {
  try {
    return RoomStatusEventData.parse(JSON.parse(data));
  } catch (error) {
    console.error('A live update could not be read, reason:', error);
    return undefined;
  }
}
