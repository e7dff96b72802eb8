import { useState } from 'react';
import { statusOfCode } from '../../domain/room-status.ts';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Table } from '../ui/table/table.tsx';
import { formatCalendarDay, formatClockTime, formatFullTime, formatSeconds } from '../ui/time/time-format.ts';
import type { TestedRoom, WalkTest } from './walk-test.ts';
import styles from './walk-test-record.module.css';
import { useRoomTexts } from '../live/use-room-texts.ts';

interface WalkTestRecordProps {
  readonly test: WalkTest;
  readonly placeName: string;
  readonly onRepeat: (room: TestedRoom) => void;
  readonly onDiscard: () => void;
}

/** The result of each room. When the page is printed, only this record is on the paper. */
export function WalkTestRecord({ test, placeName, onRepeat, onDiscard }: WalkTestRecordProps) {
  const { language } = useTranslation();
  const texts = useRoomTexts();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const startText = formatFullTime(test.startedAt, language);
  return (
    <section className={styles.record} data-record aria-label={texts('walk_test.record')}>
      <h2>{placeName}</h2>
      <p className={styles.by}>{[startText, ...testersOf(test)].join(' · ')}</p>
      <Table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts('walk_test.room')}</th>
            <th scope="col">{texts('walk_test.result')}</th>
            <th scope="col">{texts('walk_test.time')}</th>
            <th scope="col" className={styles.action}>
              {texts('walk_test.again')}
            </th>
          </tr>
        </thead>
        <tbody>
          {test.rooms.map((room) => (
            <RecordRow key={room.roomUuid} room={room} startedAt={test.startedAt} onRepeat={onRepeat} />
          ))}
        </tbody>
      </Table>
      <ButtonRow side="start">
        <Button look="strong" onClick={() => window.print()}>
          {texts('walk_test.print')}
        </Button>
        <Button onClick={() => setIsDiscarding(true)}>{texts('walk_test.discard')}</Button>
      </ButtonRow>
      {isDiscarding && (
        <Dialog title={texts('walk_test.discard_question')} onClose={() => setIsDiscarding(false)}>
          <Button look="destructive" onClick={onDiscard}>
            {texts('walk_test.discard')}
          </Button>
        </Dialog>
      )}
    </section>
  );
}

interface RecordRowProps extends Pick<WalkTestRecordProps, 'onRepeat'> {
  readonly room: TestedRoom;
  /** When the walk test was started. */
  readonly startedAt: number;
}

function RecordRow({ room, startedAt, onRepeat }: RecordRowProps) {
  const { t, language } = useTranslation();
  const texts = useRoomTexts();
  const { roomName, result, report, note, at } = room;
  return (
    <tr data-result={result}>
      <th scope="row">{roomName}</th>
      <td>
        <span className={styles.result}>{texts(`walk_test.${result}`)}</span>
        {report !== null && (
          <p>
            {t(`status.${statusOfCode(report.status).name}`)},{' '}
            {texts('walk_test.after', { time: formatDuration(report, language) })}
          </p>
        )}
        {note !== '' && <p>{note}</p>}
      </td>
      <td>{testedAtText(at, startedAt, language)}</td>
      <td className={styles.action}>
        <Button aria-label={`${texts('walk_test.again')}: ${roomName}`} onClick={() => onRepeat(room)}>
          {texts('walk_test.again')}
        </Button>
      </td>
    </tr>
  );
}

/** Formats how long a report took, such as "0.4 s" or "12 s". */
export function formatDuration({ afterMs }: { readonly afterMs: number }, language: string): string {
  const seconds = afterMs / 1_000;
  return formatSeconds(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds), language);
}

/** Formats when a room was tested. Includes the day if it differs from that of `startedAt`, which the record shows. */
function testedAtText(at: number, startedAt: number, language: string): string {
  const day = formatCalendarDay(at, language, 'short');
  return day === formatCalendarDay(startedAt, language, 'short')
    ? formatClockTime(at)
    : `${day}, ${formatClockTime(at)}`;
}

/** The names of the people who tested rooms, each once. The user who reads the record may be another one. */
function testersOf({ rooms }: Pick<WalkTest, 'rooms'>): readonly string[] {
  return [...new Set(rooms.flatMap(({ by }) => by ?? []))];
}
