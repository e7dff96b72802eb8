import { useState } from 'react';
import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import buttonStyles from '../../ui/button.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { fullTime } from '../../ui/time/time-format.ts';
import { durationText, testedAtText, testersOf } from './record-texts.ts';
import type { TestedRoom, WalkTest } from './walk-test.ts';
import styles from './walk-test-record.module.css';
import { useWalkTestTexts } from './use-walk-test-texts.ts';

interface WalkTestRecordProps {
  readonly test: WalkTest;
  readonly placeName: string;
  readonly onRepeat: (room: TestedRoom) => void;
  readonly onDiscard: () => void;
}

/** The result of each room. Printed, the page consists of this record. */
export function WalkTestRecord({ test, placeName, onRepeat, onDiscard }: WalkTestRecordProps) {
  const { language } = useTranslation();
  const texts = useWalkTestTexts();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const begun = fullTime(test.startedAt, language);
  return (
    <section className={styles.record} data-record aria-label={texts('record')}>
      <h2 className={styles.place}>{placeName}</h2>
      <p className={styles.by}>{[begun, ...testersOf(test)].join(' · ')}</p>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts('room')}</th>
              <th scope="col">{texts('result')}</th>
              <th scope="col">{texts('time')}</th>
              <th scope="col" className={styles.action}>
                {texts('again')}
              </th>
            </tr>
          </thead>
          <tbody>
            {test.rooms.map((room) => (
              <RecordRow key={room.roomUuid} room={room} startedAt={test.startedAt} onRepeat={onRepeat} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.buttons}>
        <button type="button" className={buttonStyles.strong} onClick={() => window.print()}>
          {texts('print')}
        </button>
        <button type="button" className={buttonStyles.quiet} onClick={() => setIsDiscarding(true)}>
          {texts('discard')}
        </button>
      </div>
      {isDiscarding && (
        <Dialog title={texts('discard_question')} onClose={() => setIsDiscarding(false)}>
          <button type="button" className={`${buttonStyles.strong} ${styles.confirm}`} onClick={onDiscard}>
            {texts('discard')}
          </button>
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
  const texts = useWalkTestTexts();
  const { roomName, result, report, note, at } = room;
  return (
    <tr data-result={result}>
      <th scope="row">{roomName}</th>
      <td>
        <span className={styles.result}>{texts(result)}</span>
        {report !== null && (
          <p>
            {t(`status.${statusOfCode(report.status).name}`)},{' '}
            {texts('after', { time: durationText(report, language) })}
          </p>
        )}
        {note !== '' && <p className={styles.note}>{note}</p>}
      </td>
      <td>{testedAtText(at, startedAt, language)}</td>
      <td className={styles.action}>
        <button
          type="button"
          className={buttonStyles.quiet}
          aria-label={`${texts('again')}: ${roomName}`}
          onClick={() => onRepeat(room)}
        >
          {texts('again')}
        </button>
      </td>
    </tr>
  );
}
