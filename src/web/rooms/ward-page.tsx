import { type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../language/translation.tsx';
import type { Room } from '../../domain/room.ts';
import { reportConnection } from '../api/connection-state.ts';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { LoadedAlertRail } from './alerts/rail/loaded-alert-rail.tsx';
import { alertsToAnswer, hasAlerts } from './alerts/open-alerts.ts';
import type { ShownDialog } from './alerts/rail/alert-dialogs.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { UpdateAnnouncer } from './update-announcer.tsx';
import { highlightCards } from './cards/highlight-cards.ts';
import { RoomGrid } from './board/room-grid.tsx';
import { RoomList } from './table/room-list.tsx';
import { createRoomSorter } from './board/room-sorter.ts';
import { syncFlashes } from './cards/sync-flashes.ts';
import { UnmonitoredRooms } from './board/unmonitored-rooms.tsx';
import { type BoardWard, withWardName, withWardNames } from './board/ward-names.ts';
import { WardSections } from './board/ward-sections.tsx';
import { createLazyWardSound, SoundStrip } from './sound/lazy-sound.ts';
import { ConnectionNotice } from './live/connection-notice.tsx';
import { LoadedRoomOptions } from './options/loaded-room-options.tsx';
import { ShowRoomOptions } from './options/show-room-options.ts';
import { hasSameRules } from './options/has-same-rules.ts';
import { createUnknownStatusLog } from './board/unknown-status-log.ts';
import type { BoardPlace } from './live/board-place.ts';
import { useBoardStreams } from './live/use-board-streams.ts';
import { LoadedBoardWatch } from './watch/loaded-board-watch.tsx';
import { standInRooms, subscribeStandInRooms } from './watch/stand-in-rooms.ts';
import { type RoomView, useRoomView, ViewSwitch } from './board/view-switch.tsx';
import { connectionOf, isUnreliable } from './live/state-machine/live-board.ts';
import styles from './ward-page.module.css';

interface WardPageProps {
  /** A new object mounts the subscription again. */
  readonly place: BoardPlace;
  /** The name of the place, for the title of the browser's tab. Undefined while it is not known. */
  readonly placeName: string | undefined;
  /** The wards of a page with several. Undefined: the page shows one ward. */
  readonly wards?: readonly BoardWard[];
  /** The address of the page that tests the rooms of a ward one by one. */
  readonly walkTestAddressOf: (wardUuid: string) => string;
}

/** The live view of a ward (ROUTE-6, WARD-1 to WARD-7), or of several wards. Another place mounts the component again. */
export function WardPage({ place, placeName, wards, walkTestAddressOf }: WardPageProps) {
  const { t } = useTranslation();
  const [sound] = useState(createLazyWardSound);
  const [logUnknown] = useState(createUnknownStatusLog);
  const { board, updates, alertChanges, pauseChanges } = useBoardStreams(place, sound);
  useEffect(() => sound.start(), [sound]);
  useEffect(() => reportConnection(connectionOf(board)), [board]);
  useEffect(() => highlightCards(updates), [updates]);
  useEffect(() => logUnknown(board.streams ?? []), [logUnknown, board.streams]);
  const named = {
    updates: withWardNames(updates, wards),
    alertChanges: alertChanges.map(({ room, alert }) => ({ room: withWardName(room, wards), alert })),
    pauseChanges: withWardNames(pauseChanges, wards),
  };
  const watchedRooms = useMemo(() => withWardNames(board.streams ?? [], wards), [board.streams, wards]);
  const isLoading = board.phase === 'loading';
  const hasRooms = board.streams !== undefined;
  const notice = <ConnectionNotice board={board} />;
  const soundStrip = (
    <Suspense>
      <SoundStrip />
    </Suspense>
  );
  return (
    <>
      {board.streams === undefined && notice}
      {board.streams === undefined && soundStrip}
      {!hasRooms && isLoading && <LoadingOverlay title={t('streams.loading')} isInFlow={isUnreliable(board)} />}
      {board.streams !== undefined && (
        <Rooms
          streams={board.streams}
          placeName={placeName}
          wards={wards}
          walkTestAddressOf={walkTestAddressOf}
          skippedCount={board.skippedCount}
          notice={notice}
          soundStrip={soundStrip}
          isStale={board.staleSince !== undefined}
          isLoaded={!isLoading}
        />
      )}
      <div className={styles.foot}>
        <LoadedBoardWatch place={place} rooms={watchedRooms} />
      </div>
      <UpdateAnnouncer {...named} />
    </>
  );
}

interface RoomsProps extends Pick<WardPageProps, 'walkTestAddressOf'> {
  readonly streams: readonly Room[];
  readonly placeName: string | undefined;
  readonly wards: readonly BoardWard[] | undefined;
  /** The number of rooms that could not be read. They count as not monitored. */
  readonly skippedCount: number;
  /** The notice stays at the top of the screen, above the alerts. */
  readonly notice: ReactNode;
  /** The sound strip is below the alerts, because a muted board is less urgent than an alert or a lost connection. */
  readonly soundStrip: ReactNode;
  readonly isStale: boolean;
  readonly isLoaded: boolean;
}

function Rooms(props: RoomsProps) {
  const { streams, placeName, wards, skippedCount, notice, soundStrip, isStale, isLoaded } = props;
  const { t, language } = useTranslation();
  const [view, chooseView] = useRoomView();
  const [optionsOf, showOptionsOf] = useState<string>();
  const [alertDialog, showAlertDialog] = useState<ShownDialog>('none');
  const [sortRooms] = useState(createRoomSorter);
  const rooms = useMemo(() => sortRooms(streams, language), [sortRooms, streams, language]);
  // Inactive rooms are hidden (WARD-5). `UnmonitoredRooms` shows their number, and their open alerts stay in the rail.
  const monitored = useMemo(() => rooms.filter((room) => room.status !== 'INACTIVE'), [rooms]);
  const named = useMemo(() => withWardNames(rooms, wards), [rooms, wards]);
  const standIn = useSyncExternalStore(subscribeStandInRooms, standInRooms);
  const alerting = useMemo(() => [...named, ...standIn], [named, standIn]);
  const rail = { rooms: alerting, placeName, isStale, shown: alertDialog, setShown: showAlertDialog };
  return (
    <section
      aria-label={t('streams.rooms')}
      className={styles.rooms}
      data-stale={isStale}
      data-same-rules={hasSameRules(monitored)}
      data-alert={alertsToAnswer(alerting).length > 0}
      onAnimationStart={({ target }) => syncFlashes(target)}
    >
      <div className={styles.head}>
        {notice}
        <div className={styles.row}>
          <div className={styles.tools}>
            <UnmonitoredRooms rooms={rooms} skippedCount={skippedCount} onOpen={() => showAlertDialog('all')} />
            <ViewSwitch view={view} onChoose={chooseView} />
          </div>
          <div className={styles.alerts}>{hasAlerts(alerting) && <LoadedAlertRail {...rail} />}</div>
        </div>
      </div>
      <ClockNotice />
      {soundStrip}
      <ShowRoomOptions value={showOptionsOf}>
        {wards === undefined ? (
          <WardRooms rooms={monitored} view={view} isLoaded={isLoaded} />
        ) : (
          <WardSections rooms={monitored} wards={wards} view={view} />
        )}
      </ShowRoomOptions>
      <LoadedRoomOptions
        rooms={named}
        roomUuid={optionsOf}
        onClose={() => showOptionsOf(undefined)}
        isStale={isStale}
        walkTestAddressOf={props.walkTestAddressOf}
      />
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
  if (rooms.length === 0) return isLoaded && <p className={styles.none}>{t('streams.none')}</p>;
  if (view === 'list') return <RoomList streams={rooms} label={t('streams.rooms')} />;
  return <RoomGrid rooms={rooms} label={t('streams.rooms')} />;
}
