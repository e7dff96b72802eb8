import { useState } from 'react';
import { maxNoteLength } from '../../domain/alerts/alert.ts';
import type { Room } from '../../domain/room.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { useTranslation } from '../language/translation.tsx';
import { readServerTime } from '../api/server-clock.ts';
import { Button } from '../ui/button/button.tsx';
import formStyles from '../ui/form/form.module.css';
import { StatusIcon } from '../ui/icons/status-icon.tsx';
import { statusStyle } from '../board/status/status-style.ts';
import { finishRoom, startRoom, type WalkResult, type WalkTest } from './walk-test.ts';
import { formatDuration } from './walk-test-record.tsx';
import choiceStyles from '../ui/choices.module.css';
import styles from './room-step.module.css';
import { useRoomTexts } from '../live/use-room-texts.ts';

interface RoomStepProps {
  readonly room: Room;
  readonly test: WalkTest;
  /** The name of the user who tests the room. Null: the identity provider sends none. */
  readonly tester: string | null;
  readonly doneCount: number;
  readonly roomCount: number;
  readonly onChange: (change: (before: WalkTest) => WalkTest) => void;
  /** Whether the connection is lost, so that no report would be seen. */
  readonly isStale: boolean;
}

/** The test of one room: start it, wait for a report, and judge whether the report was right. */
export function RoomStep({ room, test, tester, doneCount, roomCount, onChange, isStale }: RoomStepProps) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const current = test.current?.roomUuid === room.uuid ? test.current : null;
  return (
    <section className={styles.step} aria-label={room.displayName}>
      <p className={styles.count}>{texts('walk_test.progress', { done: `${doneCount}`, total: `${roomCount}` })}</p>
      <h2 className={styles.room}>{room.displayName}</h2>
      <div className={styles.state} role="status">
        {current === null && <p>{texts('walk_test.intro')}</p>}
        {current?.report === null && <p>{texts('walk_test.waiting')}</p>}
        {current?.report && <ReceivedReport {...current.report} />}
      </div>
      {current === null && (
        <Button
          look="strong"
          disabled={isStale}
          onClick={() => onChange((before) => startRoom(before, room, Date.now()))}
        >
          {isStale ? t('alerts.offline') : texts('walk_test.start')}
        </Button>
      )}
      <Judgement
        isStarted={current !== null}
        hasReport={current !== null && current.report !== null}
        onFinish={(result, note) =>
          onChange((before) => finishRoom(before, room, { result, note, by: tester, now: readServerTime() }))
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

/** The buttons and the note that end the test of a room. */
function Judgement({ isStarted, hasReport, onFinish }: JudgementProps) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const [note, setNote] = useState('');
  const finish = (result: WalkResult): void => onFinish(result, note);
  return (
    <>
      {isStarted && (
        <label className={formStyles.field}>
          <span className={formStyles.label}>{t('alerts.note')}</span>
          <input
            className={formStyles.control}
            maxLength={maxNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
      )}
      {hasReport && (
        <Button look="strong" onClick={() => finish('received')}>
          {texts('walk_test.confirm')}
        </Button>
      )}
      <div className={choiceStyles.choices}>
        {isStarted && <Button onClick={() => finish('failed')}>{texts('walk_test.failed')}</Button>}
        <Button onClick={() => finish('skipped')}>{texts('walk_test.skip')}</Button>
      </div>
    </>
  );
}

function ReceivedReport({ status, afterMs }: { readonly status: number; readonly afterMs: number }) {
  const { t, language } = useTranslation();
  const texts = useRoomTexts();
  const { name, icon } = statusOfCode(status);
  return (
    <p className={styles.received}>
      <span className={styles.status} style={statusStyle(status, false)}>
        <StatusIcon name={icon} size="2rem" />
        {t(`status.${name}`)}
      </span>{' '}
      {texts('walk_test.after', { time: formatDuration({ afterMs }, language) })}
    </p>
  );
}
