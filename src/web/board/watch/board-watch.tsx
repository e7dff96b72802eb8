import { useEffect, useEffectEvent, useState } from 'react';
import type { Room } from '../../../domain/room.ts';
import { useStore } from '../../shared/create-store.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import choiceStyles from '../../ui/choices.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { BoardPlace } from '../../live/board-place.ts';
import { clearDuty } from '../../live/duty.ts';
import { noticeStore } from '../../live/notices.ts';
import { reportStandInWards, standInRoomsStore } from '../../live/stand-in-rooms.ts';
import { Announcer, RoomAnnouncer } from '../update-announcer.tsx';
import { logoutQuestionStore } from './logout-question.ts';
import { UnknownRoomNotices } from './unknown-rooms/unknown-room-notices.tsx';
import { useBoardReport } from './use-board-report.ts';
import { useWallBoard } from '../../live/wall-board.ts';
import { WallBoardChecks } from './wall-board-checks.tsx';
import { holdWakeLock } from '../../sound/wake-lock.ts';
import { wardList, WatchNotices } from './watch-notices.tsx';

interface LogoutQuestion {
  readonly wards: readonly string[];
  readonly answer: (mayLogOut: boolean) => void;
}

interface BoardWatchProps {
  readonly place: BoardPlace;
  readonly rooms: readonly Room[];
}

/**
 * Keeps the screen on, reports the board to the server, announces changes to screen readers, and shows which other
 * wards are unwatched. Asks before the logout of a ward's last board.
 */
export function BoardWatch({ place, rooms: shown }: BoardWatchProps) {
  const { answer, wardsOnlyHere, leave } = useBoardReport(place.wardUuids);
  const { unwatchedWards, standInWards } = answer;
  const [question, setQuestion] = useState<LogoutQuestion>();
  const rooms = useStore(standInRoomsStore);
  const isWallBoard = useWallBoard() !== undefined;
  useEffect(() => reportStandInWards(standInWards), [standInWards]);
  useEffect(() => () => reportStandInWards([]), []);
  const isDutyKnown = answer.onDuty !== undefined;
  useEffect(() => {
    if (!isDutyKnown) clearDuty();
  }, [isDutyKnown]);
  useEffect(() => clearDuty, []);
  useEffect(() => () => noticeStore.set([]), []);
  const askForLogout = useEffectEvent(async (left: Promise<boolean>): Promise<boolean> => {
    const wards = await wardsOnlyHere();
    const ask = () => new Promise<boolean>((give) => setQuestion({ wards, answer: give }));
    const mayLogOut = wards.length === 0 || (await Promise.race([left, ask()]));
    // The board reports before the logout, because the server would refuse a report after the logout.
    if (mayLogOut) await leave();
    return mayLogOut;
  });
  useEffect(() => {
    // The question closes with the board, for example after Back. The user stays logged in, and can be asked again.
    const { promise: left, resolve: close } = Promise.withResolvers<boolean>();
    logoutQuestionStore.set(() => askForLogout(left));
    return () => {
      logoutQuestionStore.set(undefined);
      close(false);
    };
  }, []);
  useEffect(() => holdWakeLock(), []);
  const closeQuestion = (mayLogOut: boolean): void => {
    question?.answer(mayLogOut);
    setQuestion(undefined);
  };
  return (
    <>
      <RoomAnnouncer rooms={shown} />
      <UnknownRoomNotices place={place} />
      {!isWallBoard && <WallBoardChecks wardUuids={place.wardUuids} />}
      <WatchNotices unwatchedWards={unwatchedWards} rooms={shown} />
      {rooms.length > 0 && (
        <Announcer
          id={rooms.flatMap(({ alerts = [] }) => alerts.map(({ uuid, since }) => `${uuid} ${since}`)).join(' ')}
          changed={[]}
          pauseChanges={[]}
          alertChanges={rooms.flatMap((room) => (room.alerts ?? []).map((alert) => ({ room, alert })))}
        />
      )}
      {question !== undefined && <LastBoardDialog wards={question.wards} onAnswer={closeQuestion} />}
    </>
  );
}

interface LastBoardDialogProps {
  readonly wards: readonly string[];
  readonly onAnswer: (mayLogOut: boolean) => void;
}

/** Warns before a logout after which no board shows these wards. Escape and the first button cancel the logout. */
function LastBoardDialog({ wards, onAnswer }: LastBoardDialogProps) {
  const { t, language } = useTranslation();
  const title = t('screen.last', { wards: wardList(wards, language) });
  return (
    <Dialog title={title} onClose={() => onAnswer(false)}>
      <p>{t('screen.last_text')}</p>
      <div className={choiceStyles.choices}>
        <Button look="strong" onClick={() => onAnswer(false)}>
          {t('screen.stay')}
        </Button>
        <Button onClick={() => onAnswer(true)}>{t('logout')}</Button>
      </div>
    </Dialog>
  );
}
