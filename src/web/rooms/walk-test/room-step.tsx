import { useId, useState } from 'react';
import { maxNoteLength } from '../../../domain/alerts/alert.ts';
import type { Room } from '../../../domain/room.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { serverTime } from '../../api/server-clock.ts';
import buttonStyles from '../../ui/button.module.css';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { secondsText } from '../../ui/time/time-format.ts';
import { statusStyle } from '../status/status-style.ts';
import { finishRoom, startRoom, type WalkResult, type WalkTest } from './walk-test.ts';
import type { WalkTestStore } from './walk-test-store.ts';
import { durationText } from './record-texts.ts';
import styles from './room-step.module.css';
import { useWalkTestTexts } from './use-walk-test-texts.ts';

interface RoomStepProps {
  readonly room: Room;
  readonly test: WalkTest;
  /** The name of the user. Null: the identity provider tells no name. */
  readonly tester: string | null;
  readonly doneCount: number;
  readonly roomCount: number;
  readonly store: WalkTestStore;
  /** The connection is lost, so no report would be seen. */
  readonly isStale: boolean;
}

/** The room that is tested: start, wait for its report, and say whether it was the right one. */
export function RoomStep({ room, test, tester, doneCount, roomCount, store, isStale }: RoomStepProps) {
  const { t } = useTranslation();
  const texts = useWalkTestTexts();
  const current = test.current?.roomUuid === room.uuid ? test.current : null;
  return (
    <section className={styles.step} aria-label={room.displayName}>
      <p className={styles.count}>{texts('progress', { done: `${doneCount}`, total: `${roomCount}` })}</p>
      <h2 className={styles.room}>{room.displayName}</h2>
      <div className={styles.state} role="status">
        {current === null && <p>{texts('intro')}</p>}
        {current?.report === null && <Waiting startedAt={current.startedAt} />}
        {current?.report && <ReceivedReport {...current.report} />}
      </div>
      {current === null && (
        <button
          type="button"
          className={`${buttonStyles.strong} ${styles.main}`}
          disabled={isStale}
          onClick={() => store.change((before) => startRoom(before, room, Date.now()))}
        >
          {isStale ? t('alerts.offline') : texts('start')}
        </button>
      )}
      <Judgement
        isStarted={current !== null}
        hasReport={current !== null && current.report !== null}
        onFinish={(result, note) =>
          store.change((before) => finishRoom(before, room, { result, note, by: tester, now: serverTime() }))
        }
      />
    </section>
  );
}

interface JudgementProps {
  readonly isStarted: boolean;
  readonly hasReport: boolean;
  readonly onFinish: (result: WalkResult, note: string) => void;
}

/** How the test of the room ended, with a note. */
function Judgement({ isStarted, hasReport, onFinish }: JudgementProps) {
  const { t } = useTranslation();
  const texts = useWalkTestTexts();
  const [note, setNote] = useState('');
  const noteId = useId();
  const finish = (result: WalkResult): void => onFinish(result, note);
  return (
    <>
      {isStarted && (
        <>
          <label className={styles.label} htmlFor={noteId}>
            {t('alerts.note')}
          </label>
          <input
            id={noteId}
            className={styles.note}
            maxLength={maxNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </>
      )}
      {hasReport && (
        <button type="button" className={`${buttonStyles.strong} ${styles.main}`} onClick={() => finish('received')}>
          {texts('confirm')}
        </button>
      )}
      <div className={styles.others}>
        {isStarted && (
          <button type="button" className={buttonStyles.quiet} onClick={() => finish('failed')}>
            {texts('failed')}
          </button>
        )}
        <button type="button" className={buttonStyles.quiet} onClick={() => finish('skipped')}>
          {texts('skip')}
        </button>
      </div>
    </>
  );
}

/** Counts in steps of a second. The status region reads the text once, because the time is hidden from screen readers. */
function Waiting({ startedAt }: { readonly startedAt: number }) {
  const { language } = useTranslation();
  const texts = useWalkTestTexts();
  const now = useNow(1_000);
  return (
    <p>
      {texts('waiting')}{' '}
      <span className={styles.time} aria-hidden="true">
        {secondsText(Math.max(0, Math.round((now - startedAt) / 1_000)), language)}
      </span>
    </p>
  );
}

function ReceivedReport({ status, afterMs }: { readonly status: number; readonly afterMs: number }) {
  const { t, language } = useTranslation();
  const texts = useWalkTestTexts();
  const { name, icon } = statusOfCode(status);
  return (
    <p className={styles.received}>
      <span className={styles.status} style={statusStyle(status, false)}>
        <StatusIcon name={icon} className={styles.icon} />
        {t(`status.${name}`)}
      </span>{' '}
      {texts('after', { time: durationText({ afterMs }, language) })}
    </p>
  );
}
