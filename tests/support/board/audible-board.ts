/**
 * A board whose sounds a test can observe without a browser: the code of the page from the network to the loudspeaker.
 * The network, the loudspeaker and the clock are faked. To be used with the fake timers of vitest.
 */
import { vi } from 'vitest';
import { createCallEndpoint } from '../../../src/web/api/call-endpoint.ts';
import { currentConnection, reportConnection } from '../../../src/web/api/connection-state.ts';
import type { Room } from '../../../src/domain/room.ts';
import { fetchRoomsOf, openLiveConnection } from '../../../src/web/live/board-place.ts';
import { BoardSubscription } from '../../../src/web/live/board-subscription.ts';
import { createReloadPolicy } from '../../../src/web/live/reload-policy.ts';
import { type CachedBoard, connectionStateOf } from '../../../src/web/live/live-board.ts';
import { startBoardAlarm } from '../../../src/web/sound/alarm/board-alarm.ts';
import { createWardSound } from '../../../src/web/sound/ward-sound.ts';
import { memoryStorage } from '../memory-storage.ts';
import { createFakeServer } from './fake-server.ts';

/** The time that a page takes to load again. */
const loadMs = 400;

/** Opens a board with these rooms, which is live when the promise resolves. */
export async function openAudibleBoard(rooms: readonly Room[]) {
  const server = createFakeServer(rooms.map((room) => ({ ...room, wardUUID: place.uuid })));
  const { sounds, globals } = createFakeAudio();
  const page = new EventTarget();
  const network = { onLine: true };
  const tab: Tab = { storage: memoryStorage(), cached: undefined };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('localStorage', memoryStorage());
  let leave = openPage(tab, reload);

  function reopen(): void {
    leave();
    leave = openPage(tab, reload);
  }

  function reload(): void {
    setTimeout(reopen, loadMs);
  }

  await vi.advanceTimersByTimeAsync(5_000);
  if (currentConnection().kind !== 'live') throw new Error(`the board is ${currentConnection().kind}`);
  const openedAt = Date.now();
  return {
    server,
    network,
    touch: () => page.dispatchEvent(new Event('pointerdown')),
    reload: reopen,
    /** Goes to a page that is no board, until `reload`. */
    leaveWard: () => {
      leave();
      leave = () => {};
      tab.storage.removeItem('alarm');
    },
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
    /** Returns the sounds since the board became live, as "second name". */
    sounds: () => sounds.map(({ at, name }) => `${Math.round((at - openedAt) / 1_000)} ${name}`),
    /** Returns the seconds from the moment in which the board became live until each sound, not rounded. */
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

interface Tab {
  readonly storage: Storage;
  cached: CachedBoard | undefined;
}

function openPage(tab: Tab, reload: () => void): () => void {
  const { storage, cached } = tab;
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
  const subscription = new BoardSubscription({
    openLive: (callbacks) => openLiveConnection(api, place, callbacks),
    fetchStreams: (signal) => fetchRoomsOf(api, place, signal),
    reloadPolicy: createReloadPolicy({
      storage,
      canReload: () => Promise.resolve(true),
      reload,
      withTokenLock: (work) => work(),
    }),
    cached,
    writeCache: (rooms) => void (tab.cached = rooms),
    onState: (board) => {
      sound.onState(board);
      reportConnection(connectionStateOf(board));
    },
  });
  return () => {
    subscription.stop();
    stopAlarm();
    sound.close();
    reportConnection({ kind: 'none' });
  };
}

interface Sound {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly name: string;
  readonly volume: number;
}

const sampleRate = 8_000;
/** The names of the sounds, by their length in tenths of a second. */
const lengths = new Map([
  [34, 'high'],
  [10, 'medium'],
  [7, 'technical'],
  [9, 'chime'],
]);

interface FakeBuffer {
  readonly length: number;
  readonly copyToChannel: () => void;
}

class FakeNode {
  connect<Node>(node: Node): Node {
    return node;
  }
}

/** The globals of the Web Audio API for `vi.stubGlobal`, and the sounds that were played. */
function createFakeAudio() {
  const sounds: Sound[] = [];

  class AudioContext extends EventTarget {
    readonly state = 'running';
    readonly sampleRate = sampleRate;
    readonly destination = new FakeNode();
    createBuffer(_channels: number, length: number): FakeBuffer {
      return { length, copyToChannel: () => undefined };
    }
    close(): Promise<void> {
      return Promise.resolve();
    }
  }

  class GainNode extends FakeNode {
    readonly gain: number;
    constructor(_context: unknown, options: { gain: number }) {
      super();
      this.gain = options.gain;
    }
  }

  class AudioBufferSourceNode extends FakeNode {
    readonly buffer: FakeBuffer;
    volume = 1;
    constructor(_context: unknown, options: { buffer: FakeBuffer }) {
      super();
      this.buffer = options.buffer;
    }
    override connect<Node>(node: Node): Node {
      if (node instanceof GainNode) this.volume = node.gain;
      return node;
    }
    start(): void {
      const name = lengths.get(Math.round((this.buffer.length / sampleRate) * 10)) ?? 'unknown';
      sounds.push({ at: Date.now(), name, volume: this.volume });
    }
    stop(): void {}
  }

  return { sounds, globals: { AudioContext, GainNode, AudioBufferSourceNode, DynamicsCompressorNode: FakeNode } };
}
