/**
 * The state machine of a board: it maps a state and an event to a new state and effects. It is pure.
 *
 * After every connection the list is fetched and replaces the shown rooms. Updates that arrive before the list are
 * merged into it. While there is no live connection, the list is polled.
 */
import { mergeAlerts, mergeUpdates, newestAlerts, newestUpdates, reuseEqualRooms } from '../../../../domain/room.ts';
import { diffStreams, type StreamChange } from './stream-diff.ts';
import type { BoardMachine, BoardStep } from './board-machine.ts';
import type { LiveBoard } from './live-board.ts';
import { withServerDownSince } from './server-down.ts';
import {
  isGracePeriod,
  nextConnection,
  noChanges,
  type Connection,
  type RoomChanges,
  type RoomList,
  type BoardCommand,
  type BoardEffect,
  type BoardEvent,
} from './board-events.ts';

export function reduceBoard(previous: BoardMachine, event: BoardEvent): BoardStep {
  const isEnded = event.type === 'failed' && event.isOrderly && isTrue(previous.view);
  const connection = nextConnection(previous.connection, isEnded ? 'ended' : event.type);
  const hadGrace = isGracePeriod(previous.connection);
  const hasGrace = isGracePeriod(connection);
  const step = applyEvent(previous, event, connection);
  const view = withServerDownSince(step.state.view, event, connection);
  const graceEffects: BoardEffect[] = [];
  if (hasGrace && !hadGrace) graceEffects.push('start-grace-period');
  if (hadGrace && !hasGrace) graceEffects.push('end-grace-period');
  const interruptedAt = hasGrace ? (previous.interruptedAt ?? previous.lastHeardAt) : undefined;
  const listEffects = connection === 'lost' ? listEffectsOfLoss(previous, event) : [];
  return {
    // Pending changes are dropped when the connection is lost, because the next list contains them.
    state: { ...step.state, view, connection, interruptedAt, ...(connection === 'lost' && { pending: undefined }) },
    effects: [...graceEffects, ...step.effects, ...listEffects],
  };
}

/** Starts the polling of the list. A page that has just opened has no list yet, so it does not wait for a reconnect. */
function listEffectsOfLoss({ connection, view }: BoardMachine, event: BoardEvent): BoardCommand[] {
  // Either polling has started already, or the failed request for the list will be retried.
  if (connection === 'lost' || view.link === 'polled' || event.type === 'list-failed') return [];
  return [connection === 'connecting' ? 'fetch-list' : 'fetch-list-soon'];
}

function applyEvent(state: BoardMachine, event: BoardEvent, connection: Connection): BoardStep {
  switch (event.type) {
    case 'opened':
      return applyOpening(state, event.now);
    case 'activity':
      return applyActivity(state, event.now);
    case 'delayed':
      return applyDelay(state, connection);
    case 'updates':
      return applyUpdates(state, event.changes);
    case 'update-unreadable':
      return applyUnreadableUpdate(state);
    case 'failed':
      return applyFailure(state, event.isFatal, connection);
    case 'grace-expired':
      return isGracePeriod(state.connection) ? becomeStale(state, connection) : unchanged(state);
    case 'list-received':
      return applyList(state, event.list, event.now, connection);
    case 'list-failed':
      return applyListFailure(state, connection);
    case 'list-overdue':
      return applyOverdueList(state);
  }
}

function applyOpening(state: BoardMachine, now: number): BoardStep {
  // Polled rooms miss the updates since the last list, so they are live only with the next list.
  const link = state.view.link === 'polled' ? 'polled' : 'live';
  const view: LiveBoard = { ...state.view, link, linkSince: now };
  return {
    state: { ...state, view, lastHeardAt: now, pending: noChanges },
    effects: ['cancel-reload', 'fetch-list'],
  };
}

function applyActivity(state: BoardMachine, now: number): BoardStep {
  const isBack = state.view.link === 'delayed';
  const view: LiveBoard = isBack ? { ...state.view, link: 'live', linkSince: now } : state.view;
  return { state: { ...state, view, lastHeardAt: now }, effects: [] };
}

function applyDelay(state: BoardMachine, connection: Connection): BoardStep {
  if (connection !== 'delayed' || state.view.link !== 'live') return unchanged(state);
  return { state: { ...state, view: { ...state.view, link: 'delayed', linkSince: state.lastHeardAt } }, effects: [] };
}

/** Fetches the list in place of an unreadable update. Many such updates cause at most one request. */
function applyUnreadableUpdate(state: BoardMachine): BoardStep {
  if (state.pending !== undefined) return unchanged(state);
  return { state: { ...state, pending: noChanges }, effects: ['retry-list'] };
}

function applyOverdueList(state: BoardMachine): BoardStep {
  return state.view.link === 'polled' ? becomeStale(state, 'lost') : unchanged(state);
}

function unchanged(state: BoardMachine): BoardStep {
  return { state, effects: [] };
}

/**
 * Updates also change rooms from the cache, so that a fall is shown even if the list cannot be fetched. These rooms
 * stay stale.
 */
function applyUpdates(state: BoardMachine, { updates, alerts }: RoomChanges): BoardStep {
  const pending = state.pending && {
    updates: newestUpdates([...state.pending.updates, ...updates]),
    alerts: newestAlerts([...state.pending.alerts, ...alerts]),
  };
  const { streams: before = [] } = state.view;
  const streams = mergeAlerts(mergeUpdates(before, updates), alerts);
  if (streams === before) return { state: { ...state, pending }, effects: [] };
  const effects = announce({ before, after: streams, updates });
  return { state: { ...state, pending, view: { ...state.view, streams } }, effects };
}

function applyFailure(state: BoardMachine, isFatal: boolean, connection: Connection): BoardStep {
  const isShownAsCurrent = connection === 'interrupted' || state.view.link === 'polled';
  const step = isShownAsCurrent ? { state, effects: [] } : becomeStale(state, connection);
  const effects: BoardEffect[] = ['schedule-reload', ...step.effects];
  // The stream is reopened even if a reload is scheduled, because a reload that cannot load the page is skipped.
  if (isFatal) effects.push('reopen');
  return { state: step.state, effects };
}

/** Marks the rooms as stale. The link is lost too, unless the connection is already open again. */
function becomeStale(state: BoardMachine, connection: Connection): BoardStep {
  const { view } = state;
  const since = state.interruptedAt ?? state.lastHeardAt;
  const isLost = connection === 'lost' || view.link === 'polled';
  const link = isLost ? ({ link: 'lost', linkSince: since } as const) : {};
  const staleSince = view.staleSince ?? (view.streams === undefined ? undefined : since);
  return { state: { ...state, view: { ...view, ...link, staleSince } }, effects: ['write-cache'] };
}

function applyList(state: BoardMachine, list: RoomList, now: number, connection: Connection): BoardStep {
  const { streams: before = list.items } = state.view;
  const { outdatedSince } = list;
  const isPolled = connection === 'lost' || connection === 'connecting';
  const polledLink = outdatedSince === undefined ? 'polled' : 'lost';
  const { updates, alerts } = state.pending ?? noChanges;
  const streams = reuseEqualRooms(before, mergeAlerts(mergeUpdates(list.items, updates), alerts));
  const view: LiveBoard = {
    ...state.view,
    phase: 'loaded',
    streams,
    skippedCount: list.skippedCount,
    staleSince: outdatedSince,
    // While a live connection is open, its first list ends the state `polled` or `lost`.
    link: isPolled ? polledLink : connection === 'delayed' ? 'delayed' : 'live',
    listFailingSince: undefined,
    listKeepsFailing: false,
    ...(outdatedSince !== undefined && { linkSince: outdatedSince }),
  };
  const effects: BoardEffect[] = [
    ...announce({ before, after: streams, updates, isFirst: state.view.streams === undefined }),
    'write-cache',
  ];
  if (isPolled || outdatedSince !== undefined) effects.push('poll-list');
  const lastHeardAt = outdatedSince ?? (isPolled ? now : state.lastHeardAt);
  return { state: { ...state, view, lastHeardAt, pending: undefined }, effects };
}

function applyListFailure(state: BoardMachine, connection: Connection): BoardStep {
  const isUnproven = isGracePeriod(state.connection) || state.view.link === 'polled';
  const step = isUnproven ? becomeStale(state, connection) : { state, effects: [] };
  const { listFailingSince } = state.view;
  const view: LiveBoard = {
    ...step.state.view,
    listFailingSince: listFailingSince ?? state.lastHeardAt,
    listKeepsFailing: listFailingSince !== undefined,
  };
  return { state: { ...step.state, view }, effects: [...step.effects, 'retry-list'] };
}

function announce(change: StreamChange): BoardEffect[] {
  const diff = diffStreams(change);
  const { changed, alertChanges, pauseChanges } = diff;
  return changed.length + alertChanges.length + pauseChanges.length === 0 ? [] : [{ announce: diff }];
}

function isTrue({ streams, staleSince }: LiveBoard): boolean {
  return streams !== undefined && staleSince === undefined;
}
