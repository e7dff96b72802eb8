/** Runs the board reducer: passes events of the network and the timers to it and carries out its effects. */
import type { RoomAlerts, RoomUpdate } from '../../../domain/room.ts';
import type { EventStreamOptions } from '../../api/event-stream.ts';
import { startIdleTimeout } from '../../api/idle-timeout.ts';
import { delayedAfterMs, lostAfterMs } from '../../../contract/live-events.ts';
import { createListRequest } from './list-request.ts';
import { reloadDelayMs, type ReloadPolicy } from './reload-policy.ts';
import type { StreamDiff } from './state-machine/stream-diff.ts';
import {
  isGracePeriod,
  noChanges,
  type RoomList,
  type BoardCommand,
  type BoardEvent,
} from './state-machine/board-events.ts';
import { cachedBoardOf, gracePeriodMs, initialBoard, leftBoardOf } from './state-machine/board-machine.ts';
import { reduceBoard } from './state-machine/board-reducer.ts';
import type { CachedBoard, LiveBoard } from './state-machine/live-board.ts';

export interface LiveCallbacks extends Pick<EventStreamOptions, 'onOpen' | 'onActivity' | 'onDelayed' | 'onFailure'> {
  readonly onUpdates: (updates: readonly RoomUpdate[]) => void;
  readonly onAlerts: (alerts: readonly RoomAlerts[]) => void;
  /** To be called when an update cannot be read. The list is fetched instead. */
  readonly onUnreadableUpdate: () => void;
}

export interface BoardSubscriptionOptions {
  readonly openLive: (callbacks: LiveCallbacks) => { close(): void };
  readonly fetchStreams: (signal: AbortSignal) => Promise<RoomList>;
  readonly reloadPolicy: ReloadPolicy;
  readonly cached: CachedBoard | undefined;
  readonly writeCache: (board: CachedBoard) => void;
  readonly onChange: (diff: StreamDiff) => void;
  readonly onState: (state: LiveBoard) => void;
}

/** Later than the reload of the page, and early enough that a board is live 5 s after its server is back. */
const reopenDelayMs = reloadDelayMs + 500;

export interface BoardSubscription {
  /** To be called when the browser leaves the page. If the rooms are current, the next page continues with them. */
  leavePage(): void;
  stop(): void;
}

/** Connects at once and stays subscribed until `stop`. Calls `onState` with the first state before it returns. */
export function subscribeToBoard(options: BoardSubscriptionOptions): BoardSubscription {
  const { reloadPolicy } = options;
  let state = initialBoard(options.cached, Date.now());
  const list = createListRequest(options.fetchStreams, dispatch);
  // The age of the list has its own timer, because a request can take long without failing, and a tablet can sleep
  // between two requests.
  const listAge = startIdleTimeout({
    delayedAfterMs,
    lostAfterMs,
    onDelayed: () => undefined,
    onTimeout: () => dispatch({ type: 'list-overdue' }),
  });
  let grace: ReturnType<typeof setTimeout> | undefined;
  let reopen: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: BoardEvent): void {
    if (event.type === 'list-received') listAge.reset();
    const step = reduceBoard(state, event);
    const hasChanged = step.state.view !== state.view;
    state = step.state;
    if (hasChanged) options.onState(state.view);
    for (const effect of step.effects) {
      if (typeof effect === 'string') commands[effect]();
      else options.onChange(effect.announce);
    }
  }

  const commands: Readonly<Record<BoardCommand, () => void>> = {
    'fetch-list': list.fetchNow,
    'fetch-list-soon': list.fetchSoon,
    'retry-list': list.retryLater,
    'poll-list': list.pollLater,
    'start-grace-period': () => (grace = setTimeout(() => dispatch({ type: 'grace-expired' }), gracePeriodMs)),
    'end-grace-period': () => clearTimeout(grace),
    'schedule-reload': () => reloadPolicy.schedule(),
    'cancel-reload': () => reloadPolicy.cancel(),
    reopen: () => (reopen = setTimeout(() => (live = options.openLive(callbacks)), reopenDelayMs)),
    'write-cache': () => writeCache(cachedBoardOf(state)),
  };

  function writeCache(board: CachedBoard | undefined): void {
    if (board !== undefined) options.writeCache(board);
  }

  options.onState(state.view);
  if (isGracePeriod(state.connection)) commands['start-grace-period']();
  const callbacks = callbacksFor(dispatch);
  let live = options.openLive(callbacks);
  // The list does not wait for the live connection, because a proxy can buffer the event stream without any error.
  list.fetchSoon();
  return {
    leavePage: () => writeCache(leftBoardOf(state, Date.now())),
    stop: () => {
      writeCache(cachedBoardOf(state));
      reloadPolicy.cancel();
      live.close();
      list.stop();
      listAge.stop();
      clearTimeout(grace);
      clearTimeout(reopen);
    },
  };
}

function callbacksFor(dispatch: (event: BoardEvent) => void): LiveCallbacks {
  return {
    onOpen: () => dispatch({ type: 'opened', now: Date.now() }),
    onActivity: () => dispatch({ type: 'activity', now: Date.now() }),
    onDelayed: () => dispatch({ type: 'delayed' }),
    onUpdates: (updates) => dispatch({ type: 'updates', changes: { ...noChanges, updates } }),
    onAlerts: (alerts) => dispatch({ type: 'updates', changes: { ...noChanges, alerts } }),
    onUnreadableUpdate: () => dispatch({ type: 'update-unreadable' }),
    onFailure: ({ isFatal, isOrderly = false, isRefused = false, reason }) => {
      console.error(`The live connection failed, reason: ${reason}`);
      dispatch({ type: 'failed', isFatal, isOrderly, isRefused, now: Date.now() });
    },
  };
}
