/**
 * Keeps the rooms of a board current. After each connection the list is fetched and replaces the shown rooms. Updates
 * that arrive before the list are merged into it. While there is no live connection, the list is polled.
 */
import { mergeAlerts, mergeUpdates, reuseEqualRooms, type RoomAlerts, type RoomUpdate } from '../../domain/room.ts';
import type { StreamFailure } from '../api/event-stream.ts';
import type { LiveCallbacks, RoomList } from './board-place.ts';
import { GracePeriod, restartTimeoutMs } from './grace-period.ts';
import { type CachedBoard, initialBoard, isBackInTime, type LiveBoard, loadedBoard, staleBoard } from './live-board.ts';
import { ListRequest, type ListRequestOptions } from './list-request.ts';
import { PendingChanges } from './pending-changes.ts';
import { type ReloadPolicy, reopenDelayMs } from './reload-policy.ts';

export interface BoardSubscriptionOptions extends Pick<ListRequestOptions, 'fetchStreams'> {
  readonly openLive: (callbacks: LiveCallbacks) => { close(): void };
  readonly reloadPolicy: ReloadPolicy;
  readonly cached: CachedBoard | undefined;
  readonly writeCache: (board: CachedBoard) => void;
  readonly onState: (state: LiveBoard) => void;
}

/** A subscription to the rooms of a place. It connects at once and stays subscribed until `stop`. */
export class BoardSubscription {
  readonly #options: BoardSubscriptionOptions;
  #board: LiveBoard;
  /** `ended`: the server has ended the connection on purpose, and the grace period is running. */
  #connection: 'connecting' | 'open' | 'ended' | 'lost' = 'connecting';
  #lastHeardAt = Date.now();
  readonly #grace = new GracePeriod(() => this.#onGraceOver());
  readonly #pending = new PendingChanges();
  readonly #list: ListRequest;
  #reopen: ReturnType<typeof setTimeout> | undefined;
  #live: { close(): void };
  readonly #callbacks: LiveCallbacks = {
    onOpen: () => this.#onOpen(),
    onActivity: () => this.#onActivity(),
    onDelayed: () => this.#board.link === 'live' && this.#show({ link: 'delayed', linkSince: this.#lastHeardAt }),
    onUpdates: (updates) => this.#onChanges(updates, []),
    onAlerts: (alerts) => this.#onChanges([], alerts),
    onUnreadableUpdate: () => this.#onUnreadableUpdate(),
    onFailure: (failure) => this.#onFailure(failure),
  };

  constructor(options: BoardSubscriptionOptions) {
    this.#options = options;
    this.#board = initialBoard(options.cached);
    this.#list = new ListRequest({
      fetchStreams: options.fetchStreams,
      onList: (list) => this.#onList(list),
      onFailure: () => this.#onListFailure(),
      onOverdue: () => this.#board.link === 'polled' && this.#becomeStale(),
    });
    options.onState(this.#board);
    const { cached } = options;
    if (cached !== undefined) this.#grace.start(cached.asOf);
    if (cached !== undefined && isBackInTime(cached)) this.#connection = 'ended';
    this.#live = options.openLive(this.#callbacks);
    // Fetches the list at once, because a proxy can buffer the event stream of the live connection without an error.
    this.#list.fetchSoon();
  }

  /** Call it when the browser leaves the page. Stores the rooms, with which the next page continues. */
  leavePage(): void {
    this.#writeCache(this.#mayWait() ? Date.now() : undefined);
  }

  stop(): void {
    this.#writeCache();
    this.#grace.end();
    this.#options.reloadPolicy.cancel();
    this.#live.close();
    this.#list.stop();
    clearTimeout(this.#reopen);
  }

  #show(changes: Partial<LiveBoard>): void {
    this.#board = { ...this.#board, ...changes };
    this.#options.onState(this.#board);
  }

  #onOpen(): void {
    this.#connection = 'open';
    this.#lastHeardAt = Date.now();
    this.#pending.start();
    this.#options.reloadPolicy.cancel();
    // A polled board becomes live only with the next list, because it misses the updates since the last list.
    const link = this.#board.link === 'polled' ? 'polled' : 'live';
    this.#show({ link, linkSince: this.#lastHeardAt, serverDownSince: undefined });
    this.#list.fetchNow();
  }

  /** Called when the server has sent at least one byte, possibly outside of an event. */
  #onActivity(): void {
    this.#lastHeardAt = Date.now();
    if (this.#board.link === 'delayed') this.#show({ link: 'live', linkSince: this.#lastHeardAt });
  }

  /** Applies changes, also to cached rooms, which stay stale, so that a fall is shown even without a list. */
  #onChanges(updates: readonly RoomUpdate[], alerts: readonly RoomAlerts[]): void {
    this.#pending.add(updates, alerts);
    const { streams: before = [] } = this.#board;
    const after = mergeAlerts(mergeUpdates(before, updates), alerts);
    if (after !== before) this.#show({ streams: after });
  }

  /** Fetches the list in place of an unreadable update. Many such updates cause at most one request. */
  #onUnreadableUpdate(): void {
    if (this.#pending.isAwaited) return;
    this.#pending.start();
    this.#list.retryLater();
  }

  #onFailure({ isFatal, isOrderly = false, isRefused = false, reason }: StreamFailure): void {
    console.error(`The live connection failed, reason: ${reason}`);
    const before = this.#connection;
    const isEnded = isOrderly && this.#mayWait();
    this.#connection = 'lost';
    // The pending changes are dropped, because the next list contains them.
    this.#pending.stop();
    this.#options.reloadPolicy.schedule();
    if (isOrderly) this.#onServerDown(Date.now() + restartTimeoutMs);
    else if (isRefused) this.#onServerDown(Date.now());
    // Opens the stream again even if a reload is scheduled, because the reload may be skipped.
    if (isFatal) {
      this.#reopen = setTimeout(() => (this.#live = this.#options.openLive(this.#callbacks)), reopenDelayMs);
    }
    if (isEnded) return this.#onEnd(this.#lastHeardAt);
    if (this.#board.link === 'polled') return undefined;
    this.#becomeStale();
    // A page that has just opened polls at once, because it has no list yet.
    if (before === 'connecting') this.#list.fetchNow();
    else if (before !== 'lost') this.#list.fetchSoon();
    return undefined;
  }

  /** Whether the rooms stay current for a grace period if the server ends the connection now. */
  #mayWait(): boolean {
    const { link, streams, staleSince } = this.#board;
    const isCurrent = this.#connection === 'open' && link === 'live' && staleSince === undefined;
    return isCurrent && streams !== undefined && this.#grace.interruptedAt === undefined;
  }

  #onEnd(interruptedAt: number): void {
    this.#connection = 'ended';
    this.#grace.start(interruptedAt);
  }

  #onGraceOver(): void {
    if (this.#board.phase === 'connecting') return this.#becomeStale();
    const isOpen = this.#connection === 'open';
    if (!isOpen) this.#connection = 'lost';
    this.#becomeStale();
    if (!isOpen) this.#list.fetchSoon();
  }

  #onServerDown(since: number): void {
    if (this.#board.serverDownSince === undefined) this.#show({ serverDownSince: since });
  }

  #becomeStale(): void {
    this.#show(staleBoard(this.#board, this.#asOf(), this.#connection === 'lost'));
    this.#grace.end();
    this.#writeCache();
  }

  #onList({ items, skippedCount, outdatedSince }: RoomList): void {
    const { streams: before } = this.#board;
    const isPolled = this.#connection === 'lost' || this.#connection === 'connecting';
    const streams = reuseEqualRooms(before ?? items, this.#pending.mergeInto(items));
    const firstNotified = before === undefined ? this.#pending.notified() : this.#board.firstNotified;
    this.#pending.stop();
    if (this.#connection !== 'ended') this.#grace.end();
    if (outdatedSince !== undefined || isPolled) this.#lastHeardAt = outdatedSince ?? Date.now();
    this.#show({ ...loadedBoard({ isPolled, outdatedSince }), streams, skippedCount, firstNotified });
    this.#writeCache();
    if (!isPolled && outdatedSince === undefined) return;
    // The connection can be open, and bring changes that are newer than the next list.
    this.#pending.start();
    this.#list.pollLater();
  }

  #onListFailure(): void {
    if (this.#connection === 'ended') this.#connection = 'lost';
    if (this.#connection === 'lost') this.#onServerDown(Date.now());
    this.#becomeStale();
    this.#show({ listFailureCount: this.#board.listFailureCount + 1 });
    this.#list.retryLater();
  }

  /** Returns the last moment at which the rooms were known to be current. */
  #asOf(): number {
    return this.#grace.interruptedAt ?? this.#lastHeardAt;
  }

  #writeCache(leftAt?: number): void {
    const { streams, staleSince = this.#asOf() } = this.#board;
    if (streams !== undefined) this.#options.writeCache({ asOf: staleSince, streams, leftAt });
  }
}
