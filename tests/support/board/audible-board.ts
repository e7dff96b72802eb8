/**
 * A board that is heard without a browser: the code of the page from the network to the loudspeaker. Network, loudspeaker
 * and clock are faked. To be used with the fake timers of vitest.
 */
import { vi } from 'vitest';
import { createCallEndpoint } from '../../../src/web/api/call-endpoint.ts';
import { currentConnection, reportConnection } from '../../../src/web/api/connection-state.ts';
import type { Room } from '../../../src/domain/room.ts';
import { fetchRoomsOf, openLive } from '../../../src/web/rooms/live/board-place.ts';
import { subscribeToBoard } from '../../../src/web/rooms/live/board-subscription.ts';
import { createReloadPolicy } from '../../../src/web/rooms/live/reload-policy.ts';
import { connectionOf } from '../../../src/web/rooms/live/state-machine/live-board.ts';
import { startBoardAlarm } from '../../../src/web/rooms/sound/alarm/board-alarm.ts';
import { createWardSound } from '../../../src/web/rooms/sound/ward-sound.ts';
import { memoryStorage } from '../memory-storage.ts';
import { createFakeAudio } from './fake-audio.ts';
import { createFakeServer } from './fake-server.ts';

/** How long a page takes to load again. */
const loadMs = 400;

/** Opens a board with these rooms, which is live when the promise resolves. */
export async function openAudibleBoard(rooms: readonly Room[]) {
  const server = createFakeServer(rooms.map((room) => ({ ...room, wardUUID: place.uuid })));
  const { sounds, globals } = createFakeAudio();
  const page = new EventTarget();
  const network = { onLine: true };
  const storage = memoryStorage();
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('localStorage', memoryStorage());
  let leave = openPage(storage, reload);

  function reload(): void {
    setTimeout(() => {
      leave();
      leave = openPage(storage, reload);
    }, loadMs);
  }

  await vi.advanceTimersByTimeAsync(5_000);
  if (currentConnection().kind !== 'live') throw new Error(`the board is ${currentConnection().kind}`);
  const openedAt = Date.now();
  return {
    server,
    network,
    touch: () => page.dispatchEvent(new Event('pointerdown')),
    reload: () => {
      leave();
      leave = openPage(storage, reload);
    },
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
    /** The sounds since the board is live, as "second name". */
    sounds: () => sounds.map(({ at, name }) => `${Math.round((at - openedAt) / 1_000)} ${name}`),
    /** The seconds since the board is live, exactly. */
    times: () => sounds.map(({ at }) => (at - openedAt) / 1_000),
    volumes: () => sounds.map(({ volume }) => volume),
    close: () => {
      leave();
      server.stop();
      vi.unstubAllGlobals();
    },
  };
}

const place = { uuid: '00000000-0000-4000-8000-000000000001', wardUuids: ['00000000-0000-4000-8000-000000000001'] };

function openPage(storage: Storage, reload: () => void): () => void {
  const accessToken = () => Promise.resolve('token');
  const call = createCallEndpoint({ baseUrl: '', accessToken, replaceToken: () => Promise.resolve('token') });
  const api = { baseUrl: '', call, accessToken, replaceRejectedToken: async () => {}, tokenAccepted: () => {} };
  const sound = createWardSound();
  const stopAlarm = startBoardAlarm({
    readStored: () => storage.getItem('alarm') ?? undefined,
    store: (alarm) => storage.setItem('alarm', alarm),
    sessionHealth: () => 'signed-in',
    subscribeSession: () => () => {},
  });
  const subscription = subscribeToBoard({
    openLive: (callbacks) => openLive(api, place, callbacks),
    fetchStreams: (signal) => fetchRoomsOf(api, place, signal),
    reloadPolicy: createReloadPolicy({
      storage,
      canReload: () => Promise.resolve(true),
      reload,
      withTokenLock: (work) => work(),
    }),
    cached: undefined,
    writeCache: () => {},
    onChange: sound.onChange,
    onState: (board) => {
      sound.onState(board);
      reportConnection(connectionOf(board));
    },
  });
  return () => {
    subscription.stop();
    stopAlarm();
    sound.close();
    reportConnection({ kind: 'none' });
  };
}
