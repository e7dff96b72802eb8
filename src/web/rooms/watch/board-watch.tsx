import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Room } from '../../../domain/room.ts';
import { useApi } from '../../api/api-client.tsx';
import type { BoardPlace } from '../live/board-place.ts';
import { startBoardReporter, noAnswer } from './board-reporter.ts';
import { boardUuid, readBoardState, subscribeBoardState } from './board-state.ts';
import { LastBoardDialog } from './last-board-dialog.tsx';
import { UpdateAnnouncer } from '../update-announcer.tsx';
import { setLogoutQuestion } from './logout-question.ts';
import { reportBoard } from './report-board.ts';
import { reportStandInWards, standInRooms, subscribeStandInRooms } from './stand-in-rooms.ts';
import { UnknownRoomNotices } from './unknown-rooms/unknown-room-notices.tsx';
import { holdWakeLock } from './wake-lock.ts';
import { WatchNotices } from './watch-notices.tsx';

interface LogoutQuestion {
  readonly wards: readonly string[];
  readonly answer: (mayLogOut: boolean) => void;
}

interface BoardWatchProps {
  readonly place: BoardPlace;
  /** The rooms of the board. */
  readonly rooms: readonly Room[];
}

/**
 * Keeps the screen on, reports the board to the server, and shows which other wards nobody watches. Passes on their
 * alerts. Asks before the last board of a ward logs out.
 */
export function BoardWatch({ place, rooms: shown }: BoardWatchProps) {
  const api = useApi();
  const [{ unwatchedWards, standInWards }, setAnswer] = useState(noAnswer);
  const [question, setQuestion] = useState<LogoutQuestion>();
  const rooms = useSyncExternalStore(subscribeStandInRooms, standInRooms);
  useEffect(() => {
    const reporter = startBoardReporter({
      send: (body, signal) => api.call(reportBoard, { params: { id: boardUuid() }, body, signal, maxAttempts: 1 }),
      readState: () => readBoardState(place.wardUuids),
      onAnswer: (answer) => {
        setAnswer(answer);
        reportStandInWards(answer.standInWards);
      },
    });
    const unsubscribe = subscribeBoardState(reporter.onChange);
    const removeQuestion = setLogoutQuestion(async () => {
      const wards = await reporter.wardsOnlyHere();
      const mayLogOut = wards.length === 0 || (await new Promise<boolean>((answer) => setQuestion({ wards, answer })));
      // After the logout the server would refuse the report.
      if (mayLogOut) await reporter.leave();
      return mayLogOut;
    });
    return () => {
      removeQuestion();
      unsubscribe();
      reportStandInWards([]);
      void reporter.leave();
    };
  }, [api, place]);
  // React stops the reports first, so that the board does not report that its screen may turn off.
  useEffect(() => holdWakeLock(), []);
  const answer = (mayLogOut: boolean): void => {
    question?.answer(mayLogOut);
    setQuestion(undefined);
  };
  return (
    <>
      <UnknownRoomNotices place={place} />
      <WatchNotices unwatchedWards={unwatchedWards} rooms={shown} />
      {standInWards.length > 0 && (
        <UpdateAnnouncer
          updates={[]}
          pauseChanges={[]}
          alertChanges={rooms.flatMap((room) => (room.alerts ?? []).map((alert) => ({ room, alert })))}
        />
      )}
      {question !== undefined && <LastBoardDialog wards={question.wards} onAnswer={answer} />}
    </>
  );
}
