import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { reportConnection } from '../api/connection-state.ts';
import { personalKeyPrefix } from '../api/personal-records.ts';
import { readServerTime } from '../api/server-clock.ts';
import { isManager, useMe } from '../api/me.ts';
import { useSelection } from '../home/lists/selection.ts';
import { useTranslation } from '../language/translation.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { ConnectionNotice } from '../live/connection-notice.tsx';
import { connectionStateOf, type LiveBoard } from '../live/live-board.ts';
import { useBoardStreams } from '../live/use-board-streams.ts';
import { RoomStep } from './room-step.tsx';
import { newWalkTest, nextRoom, receiveReports, startRoom, type TestedRoom, WalkTest } from './walk-test.ts';
import styles from './walk-test-page.module.css';
import { WalkTestRecord } from './walk-test-record.tsx';
import { useRoomTexts } from '../live/use-room-texts.ts';

/** The walk test: an installer triggers the sensor of each room of a ward, and prints the record. For managers. */
export function WalkTestPage() {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const { data: me, isError } = useMe();
  if (me === undefined && !isError) return <LoadingOverlay title={t('streams.loading')} isAlone />;
  if (me === undefined || !isManager(me)) return <EmptyState icon="ward" text={texts('walk_test.for_managers')} />;
  return <RunningWalkTest tester={me.displayName} />;
}

function RunningWalkTest({ tester }: { readonly tester: string | null }) {
  const { t, language } = useTranslation();
  const { wardUuid = '' } = useParams();
  const { client, location, ward } = useSelection();
  const place = useMemo(() => ({ uuid: wardUuid, wardUuids: [wardUuid] }), [wardUuid]);
  const placeName = [client, location, ward].flatMap((named) => named?.displayName ?? []).join(' · ');
  const texts = useRoomTexts();
  const { test, setTest, onState } = useStoredTest(wardUuid);
  const board = useBoardStreams(place, onState);
  const step = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(step);
  useEffect(() => reportConnection(connectionStateOf(board)), [board]);
  const rooms = sortByDisplayName(
    (board.streams ?? []).filter(({ status }) => status !== 'INACTIVE'),
    language,
  );
  const room = nextRoom(test, rooms);
  const repeat = ({ roomUuid }: TestedRoom): void => {
    const again = rooms.find(({ uuid }) => uuid === roomUuid);
    if (again !== undefined) setTest((before) => startRoom(before, again, Date.now()));
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
            doneCount={rooms.filter(({ uuid }) => test.rooms.some(({ roomUuid }) => roomUuid === uuid)).length}
            roomCount={rooms.length}
            onChange={setTest}
            isStale={board.staleSince !== undefined}
          />
        )}
        {room === undefined && rooms.length > 0 && <p className={styles.done}>{texts('walk_test.done')}</p>}
      </div>
      {board.streams !== undefined && rooms.length === 0 && <p>{t('streams.none')}</p>}
      {test.rooms.length > 0 && (
        <WalkTestRecord
          test={test}
          placeName={placeName}
          onRepeat={repeat}
          onDiscard={() => setTest(newWalkTest(readServerTime()))}
        />
      )}
    </article>
  );
}

/**
 * The record of a walk test. It stays in the browser until it is discarded or the user logs out, so that the installer
 * can leave and come back.
 */
function useStoredTest(wardUuid: string) {
  const key = `${personalKeyPrefix}walk-test:${wardUuid}`;
  const [test, setTest] = useState(() => readStored(key) ?? newWalkTest(readServerTime()));
  // The record gets every state of the board, because a report that another report follows at once is never rendered.
  const onState = useCallback(({ streams = [] }: LiveBoard) => {
    const now = Date.now();
    setTest((before) => receiveReports(before, streams, now));
  }, []);
  useEffect(() => {
    try {
      if (test.current === null && test.rooms.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(test));
    } catch (error) {
      console.warn('The walk test could not be stored, reason:', error);
    }
  }, [key, test]);
  return { test, setTest, onState };
}

/** Reads the stored record of a walk test. Undefined: there is no record, or it is damaged. */
function readStored(key: string): WalkTest | undefined {
  try {
    return WalkTest.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
