import { useEffect, useMemo, useState } from 'react';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { isKnownStatusCode } from '../../domain/room-status.ts';
import { useTranslation } from '../language/translation.tsx';
import type { Room } from '../../domain/room.ts';
import { reportConnection } from '../api/connection-state.ts';
import { useStore } from '../shared/create-store.ts';
import { lazyComponent } from '../shared/lazy-component.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { selectAlertsToAnswer, hasAlerts } from '../live/open-alerts.ts';
import type { ShownDialog } from '../alerts/rail/alert-rail.tsx';
import { RoomGrid } from './board/room-grid.tsx';
import { RoomList } from './table/room-list.tsx';
import { UnmonitoredRooms } from './board/unmonitored-rooms.tsx';
import { type BoardWard, withWardNames } from '../live/ward-names.ts';
import { createLazyWardSound, SoundStrip } from '../sound/lazy-sound.ts';
import { ClockNotice, ConnectionNotice } from '../live/connection-notice.tsx';
import { ShowRoomOptions } from './options/room-options-button.tsx';
import type { BoardPlace } from '../live/board-place.ts';
import { useBoardStreams } from '../live/use-board-streams.ts';
import { useWallBoard } from '../live/wall-board.ts';
import { standInRoomsStore } from '../live/stand-in-rooms.ts';
import { type RoomView, useRoomView, ViewSwitch } from './board/view-switch.tsx';
import { connectionStateOf, hasLargeNotice } from '../live/live-board.ts';
import styles from './ward-page.module.css';

// The alerts and other parts are loaded late, so that the cards do not wait for their code.
const AlertRail = lazyComponent(async () => (await import('../alerts/rail/alert-rail.tsx')).AlertRail, {
  retriedAs: 'The alerts',
});
const RoomOptions = lazyComponent(async () => (await import('./options/room-options.tsx')).RoomOptions, {
  retriedAs: 'The options of a room',
});
const BoardWatch = lazyComponent(async () => (await import('./watch/board-watch.tsx')).BoardWatch, {
  retriedAs: 'The watch of the board',
});
const DutyPanel = lazyComponent(async () => (await import('./watch/duty/duty-panel.tsx')).DutyPanel);
const WallGrid = lazyComponent(async () => (await import('./board/wall-grid.tsx')).WallGrid);
const WardSections = lazyComponent(async () => (await import('./board/ward-sections.tsx')).WardSections);

interface WardPageProps {
  /** The place that the page shows. A new object starts a new subscription. */
  readonly place: BoardPlace;
  /** The name of the place, for the title of the browser's tab. Undefined while it is not known. */
  readonly placeName: string | undefined;
  /** The wards of a page that shows several wards. Undefined: the page shows a single ward. */
  readonly wards?: readonly BoardWard[];
}

/** The live view of one ward (ROUTE-6, WARD-1 to WARD-7) or of several. Another place needs a newly mounted page. */
export function WardPage({ place, placeName, wards }: WardPageProps) {
  const { t } = useTranslation();
  const [unknownCodes] = useState(() => new Set<string>());
  const [sound] = useState(createLazyWardSound);
  const board = useBoardStreams(place, sound.onState);
  useEffect(() => sound.start(), [sound]);
  useEffect(() => reportConnection(connectionStateOf(board)), [board]);
  useEffect(() => logUnknownCodes(board.streams ?? [], unknownCodes), [board.streams, unknownCodes]);
  const watchedRooms = useMemo(() => withWardNames(board.streams ?? [], wards), [board.streams, wards]);
  const isLoading = board.phase !== 'loaded';
  const hasRooms = board.streams !== undefined;
  return (
    <>
      <ConnectionNotice board={board} />
      {!hasRooms && <SoundStrip />}
      {!hasRooms && isLoading && <LoadingOverlay title={t('streams.loading')} isInFlow={hasLargeNotice(board)} />}
      {board.streams !== undefined && (
        <Rooms
          streams={board.streams}
          placeName={placeName}
          wards={wards}
          skippedCount={board.skippedCount}
          isStale={board.staleSince !== undefined}
          isLoaded={!isLoading}
        />
      )}
      <DutyPanel wardUuids={place.wardUuids} />
      <div className={styles.foot}>
        <BoardWatch place={place} rooms={watchedRooms} />
      </div>
    </>
  );
}

interface RoomsProps {
  readonly streams: readonly Room[];
  readonly placeName: string | undefined;
  readonly wards: readonly BoardWard[] | undefined;
  /** The number of rooms that the server sent and the board could not read. They count as not monitored. */
  readonly skippedCount: number;
  readonly isStale: boolean;
  readonly isLoaded: boolean;
}

function Rooms({ streams, placeName, wards, skippedCount, isStale, isLoaded }: RoomsProps) {
  const { t, language } = useTranslation();
  const [view, chooseView] = useRoomView();
  const isWallBoard = useWallBoard() !== undefined;
  const [optionsOf, showOptionsOf] = useState<string>();
  const [alertDialog, showAlertDialog] = useState<ShownDialog>('none');
  const rooms = useMemo(() => sortByDisplayName(streams, language), [streams, language]);
  // Leaves out inactive rooms (WARD-5). `UnmonitoredRooms` counts them, and their open alerts stay in the rail.
  const monitored = useMemo(() => rooms.filter((room) => room.status !== 'INACTIVE'), [rooms]);
  const named = useMemo(() => withWardNames(rooms, wards), [rooms, wards]);
  const standIn = useStore(standInRoomsStore);
  const alerting = useMemo(() => [...named, ...standIn], [named, standIn]);
  const rail = { rooms: alerting, placeName, isStale, shown: alertDialog, setShown: showAlertDialog };
  return (
    <section
      aria-label={t('streams.rooms')}
      className={styles.rooms}
      data-stale={isStale}
      data-same-rules={hasSameRules(monitored)}
      data-alert={selectAlertsToAnswer(alerting).length > 0}
      onAnimationStart={({ target }) => syncFlashes(target)}
    >
      <div className={styles.top}>
        <div className={styles.tools}>
          <UnmonitoredRooms rooms={rooms} skippedCount={skippedCount} onOpen={() => showAlertDialog('all')} />
          {!isWallBoard && <ViewSwitch view={view} onChoose={chooseView} />}
        </div>
        <div className={styles.alerts}>{hasAlerts(alerting) && <AlertRail {...rail} />}</div>
      </div>
      <ClockNotice />
      {/* Below the alerts, because a blocked sound is less urgent than an alert or a lost connection. */}
      <SoundStrip />
      <ShowRoomOptions value={showOptionsOf}>
        {wards === undefined ? (
          <WardRooms rooms={monitored} view={view} isLoaded={isLoaded} />
        ) : (
          <WardSections rooms={monitored} wards={wards} view={view} />
        )}
      </ShowRoomOptions>
      <RoomOptions rooms={named} roomUuid={optionsOf} onClose={() => showOptionsOf(undefined)} isStale={isStale} />
    </section>
  );
}

interface WardRoomsProps extends Pick<RoomsProps, 'isLoaded'> {
  readonly rooms: readonly Room[];
  readonly view: RoomView;
}

/** The rooms of one ward as cards or as a table (WARD-6). */
function WardRooms({ rooms, view, isLoaded }: WardRoomsProps) {
  const { t } = useTranslation();
  const isWallBoard = useWallBoard() !== undefined;
  if (rooms.length === 0) return isLoaded && <p className={styles.none}>{t('streams.none')}</p>;
  if (isWallBoard) return <WallGrid rooms={rooms} label={t('streams.rooms')} />;
  if (view === 'list') return <RoomList rooms={rooms} label={t('streams.rooms')} />;
  return <RoomGrid rooms={rooms} label={t('streams.rooms')} />;
}

/** Whether all rooms have the same alert rules of their own, so that a sign on every card would be of no use. */
function hasSameRules(rooms: readonly Room[]): boolean {
  const [first] = rooms;
  const expected = JSON.stringify(first?.alertRules);
  return rooms.every(({ alertRules }) => alertRules === first?.alertRules || JSON.stringify(alertRules) === expected);
}

/** Logs each unknown status code of a room once (STATUS-2). `logged`: the codes that earlier calls have logged. */
function logUnknownCodes(rooms: readonly Room[], logged: Set<string>): void {
  for (const { displayName, roomStatus, lastNotification } of rooms) {
    for (const code of [roomStatus, lastNotification]) {
      const warning = `Unknown room status code ${code} of ${displayName}`;
      if (code === null || isKnownStatusCode(code) || logged.has(warning)) continue;
      logged.add(warning);
      console.warn(warning);
    }
  }
}

/**
 * Synchronises the flashing of all rooms with an unanswered alert. Call it when an animation of an element starts.
 * Without it each room would flash from the moment of its alert, and the board would be restless.
 */
function syncFlashes(target: EventTarget): void {
  if (!(target instanceof Element)) return;
  for (const animation of target.getAnimations({ subtree: true })) {
    if (animation.effect?.getTiming().iterations === Infinity) animation.startTime = 0;
  }
}
