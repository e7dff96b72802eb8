import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../language/translation.tsx';
import type { Room } from '../../domain/room.ts';
import { reportConnection } from '../api/connection-state.ts';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { LoadedAlertRail } from './alerts/loaded-alert-rail.tsx';
import { alertsToAnswer, hasTechnicalAlert } from './alerts/open-alerts.ts';
import { ClockNotice } from './clock-notice.tsx';
import { UpdateAnnouncer } from './update-announcer.tsx';
import { CardGrid, CardGridItem } from '../ui/card/card-grid.tsx';
import { highlightCards } from './cards/highlight-cards.ts';
import { RoomCard } from './cards/room-card.tsx';
import { RoomGroups } from './cards/room-groups.tsx';
import { RoomList } from './cards/room-list.tsx';
import { createRoomSorter } from './cards/room-sorter.ts';
import { syncFlashes } from './cards/sync-flashes.ts';
import { UnmonitoredRooms } from './cards/unmonitored-rooms.tsx';
import { isUnreachable } from './cards/unreachable.ts';
import { type BoardWard, withWardName, withWardNames } from './cards/ward-names.ts';
import type { WardSectionsProps } from './cards/ward-sections.tsx';
import { createLazyWardSound, SoundCheckStrip, SoundStrip } from './sound/lazy-sound.ts';
import { ConnectionNotice } from './live/connection-notice.tsx';
import { createUnknownStatusLog } from './cards/unknown-status-log.ts';
import { useWakeLock } from './use-wake-lock.ts';
import type { BoardPlace } from './live/board-place.ts';
import { useWardStreams } from './live/use-ward-streams.ts';
import { type RoomView, useRoomView, ViewSwitch } from './cards/view-switch.tsx';
import { connectionOf, isUnreliable } from './live/state-machine/ward-state.ts';
import styles from './ward-page.module.css';

interface WardPageProps {
  /** A new object mounts the subscription again. */
  readonly place: BoardPlace;
  /** The name of the place, for the title of the browser's tab. Undefined while it is not known. */
  readonly placeName: string | undefined;
  /** The wards of a page with several. Undefined: the page shows one ward, as cards or as a table. */
  readonly wards?: readonly BoardWard[];
  /** Shows the rooms of several wards. */
  readonly sections?: ComponentType<WardSectionsProps>;
}

/** The live view of a ward (ROUTE-6, WARD-1 to WARD-7), or of several wards. Another place mounts the component again. */
export function WardPage({ place, placeName, wards, sections }: WardPageProps) {
  const { t } = useTranslation();
  const [sound] = useState(createLazyWardSound);
  const [logUnknown] = useState(createUnknownStatusLog);
  const { ward, updates, alertChanges } = useWardStreams(place, sound);
  useEffect(() => sound.start(), [sound]);
  useWakeLock();
  useEffect(() => reportConnection(connectionOf(ward)), [ward]);
  useEffect(() => highlightCards(updates), [updates]);
  useEffect(() => logUnknown(ward.streams ?? []), [logUnknown, ward.streams]);
  const named = {
    updates: withWardNames(updates, wards),
    alertChanges: alertChanges.map(({ room, alert }) => ({ room: withWardName(room, wards), alert })),
  };
  const isLoading = ward.phase === 'loading';
  const hasRooms = ward.streams !== undefined;
  const notice = <ConnectionNotice ward={ward} />;
  const soundStrip = (
    <Suspense>
      <SoundStrip />
    </Suspense>
  );
  return (
    <>
      {ward.streams === undefined && notice}
      {ward.streams === undefined && soundStrip}
      {!hasRooms && isLoading && <LoadingOverlay title={t('streams.loading')} isInFlow={isUnreliable(ward)} />}
      {ward.streams !== undefined && (
        <Rooms
          streams={ward.streams}
          placeName={placeName}
          wards={wards}
          sections={sections}
          skippedCount={ward.skippedCount}
          notice={notice}
          soundStrip={soundStrip}
          isStale={ward.staleSince !== undefined}
          isLoaded={!isLoading}
        />
      )}
      <Suspense>
        <SoundCheckStrip />
      </Suspense>
      <UpdateAnnouncer updates={named.updates} alertChanges={named.alertChanges} />
    </>
  );
}

interface RoomsProps {
  readonly streams: readonly Room[];
  readonly placeName: string | undefined;
  readonly wards: readonly BoardWard[] | undefined;
  readonly sections: ComponentType<WardSectionsProps> | undefined;
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
  const { streams, placeName, wards, sections: Sections, skippedCount, notice, soundStrip, isStale, isLoaded } = props;
  const { t, language } = useTranslation();
  const [view, chooseView] = useRoomView();
  const [sortRooms] = useState(createRoomSorter);
  // Inactive rooms are hidden (WARD-5). `UnmonitoredRooms` shows their number.
  const monitored = useMemo(
    () =>
      sortRooms(
        streams.filter((stream) => stream.status !== 'INACTIVE'),
        language,
      ),
    [sortRooms, streams, language],
  );
  const named = useMemo(() => withWardNames(monitored, wards), [monitored, wards]);
  const unreachable = monitored.filter(isUnreachable);
  const technical = monitored.filter((room) => hasTechnicalAlert(room) && !isUnreachable(room));
  return (
    <section
      aria-label={t('streams.rooms')}
      className={styles.rooms}
      data-stale={isStale}
      data-alert={alertsToAnswer(monitored).length > 0}
      onAnimationStart={({ target }) => syncFlashes(target)}
    >
      <div className={styles.head}>
        {notice}
        <div className={styles.row}>
          <div className={styles.tools}>
            <UnmonitoredRooms
              unmonitoredCount={streams.length - monitored.length + skippedCount + technical.length}
              unreachableCount={unreachable.length}
            />
            {wards === undefined && <ViewSwitch view={view} onChoose={chooseView} />}
          </div>
          <div className={styles.alerts}>
            <LoadedAlertRail rooms={named} placeName={placeName} isStale={isStale} />
          </div>
        </div>
      </div>
      <ClockNotice />
      {soundStrip}
      {wards === undefined || Sections === undefined ? (
        <WardRooms rooms={monitored} view={view} isLoaded={isLoaded} />
      ) : (
        <Sections rooms={monitored} wards={wards} />
      )}
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
  if (view === 'list') return <RoomList streams={rooms} />;
  return (
    <CardGrid label={t('streams.rooms')}>
      <RoomGroups streams={rooms} item={RoomGridItem} />
    </CardGrid>
  );
}

function RoomGridItem({ stream }: { readonly stream: Room }) {
  return (
    <CardGridItem>
      <RoomCard stream={stream} />
    </CardGridItem>
  );
}
