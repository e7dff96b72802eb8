import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Room } from '../../../domain/room.ts';
import { reportConnection } from '../../api/connection-state.ts';
import { isManager, useMe } from '../../api/me.ts';
import { useTranslation } from '../../language/translation.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { createRoomSorter } from '../board/room-sorter.ts';
import type { BoardPlace } from '../live/board-place.ts';
import { ConnectionNotice } from '../live/connection-notice.tsx';
import { connectionOf } from '../live/state-machine/live-board.ts';
import { useBoardStreams } from '../live/use-board-streams.ts';
import { RoomStep } from './room-step.tsx';
import { doneCount, nextRoom, startRoom, type TestedRoom } from './walk-test.ts';
import styles from './walk-test-page.module.css';
import { WalkTestRecord } from './walk-test-record.tsx';
import { createWalkTestStore } from './walk-test-store.ts';
import { useWalkTestTexts } from './use-walk-test-texts.ts';

export interface WalkTestPageProps {
  readonly place: BoardPlace;
  /** The names of the location and the ward, for the record. */
  readonly placeName: string;
}

/** An installer goes through the rooms of a ward, triggers each sensor, and prints the record. For managers. */
export function WalkTestPage(props: WalkTestPageProps) {
  const { t } = useTranslation();
  const texts = useWalkTestTexts();
  const { data: me, isError } = useMe();
  if (me === undefined && !isError) return <LoadingOverlay title={t('streams.loading')} isAlone />;
  if (me === undefined || !isManager(me)) return <EmptyState icon="ward" text={texts('for_managers')} />;
  return <RunningWalkTest {...props} tester={me.displayName} />;
}

interface RunningWalkTestProps extends WalkTestPageProps {
  readonly tester: string | null;
}

function RunningWalkTest({ place, placeName, tester }: RunningWalkTestProps) {
  const { t, language } = useTranslation();
  const texts = useWalkTestTexts();
  const [store] = useState(() => createWalkTestStore(localStorage, place.uuid));
  const listener = useMemo(
    () => ({
      onState: () => undefined,
      onChange: ({ changed }: { changed: readonly Room[] }) => store.receive(changed),
    }),
    [store],
  );
  const { board } = useBoardStreams(place, listener);
  const test = useSyncExternalStore(store.subscribe, store.current);
  const [sortRooms] = useState(createRoomSorter);
  const step = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(step);
  useEffect(() => reportConnection(connectionOf(board)), [board]);
  const rooms = sortRooms(
    (board.streams ?? []).filter(({ status }) => status !== 'INACTIVE'),
    language,
  );
  const room = nextRoom(test, rooms);
  const repeat = ({ roomUuid }: TestedRoom): void => {
    const again = rooms.find(({ uuid }) => uuid === roomUuid);
    if (again !== undefined) store.change((before) => startRoom(before, again, Date.now()));
    window.scrollTo(0, 0);
  };
  return (
    <article className={styles.page} data-walk-test>
      <h1 className={styles.title}>{t('walk_test')}</h1>
      <ConnectionNotice board={board} />
      {board.streams === undefined && <LoadingOverlay title={t('streams.loading')} />}
      <div ref={step} tabIndex={-1} {...keptFocus}>
        {room !== undefined && (
          <RoomStep
            key={`${room.uuid} ${test.rooms.length}`}
            room={room}
            test={test}
            tester={tester}
            doneCount={doneCount(test, rooms)}
            roomCount={rooms.length}
            store={store}
            isStale={board.staleSince !== undefined}
          />
        )}
        {room === undefined && rooms.length > 0 && <p className={styles.done}>{texts('done')}</p>}
      </div>
      {board.streams !== undefined && rooms.length === 0 && <p>{t('streams.none')}</p>}
      {test.rooms.length > 0 && (
        <WalkTestRecord test={test} placeName={placeName} onRepeat={repeat} onDiscard={store.discard} />
      )}
    </article>
  );
}
