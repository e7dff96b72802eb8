import { useState } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import { clockOffsetMs } from '../../../api/server-clock.ts';
import buttonStyles from '../../../ui/button.module.css';
import { clockTime } from '../../../ui/time/time-format.ts';
import { playTestTone } from './play-test-tone.ts';
import { recordSoundCheck } from './sound-check.ts';
import { useSoundCheck } from './use-sound-check.ts';
import styles from './test-tone.module.css';

/** Plays the test tone, asks whether it was heard, and shows the last answer. */
export function TestTone() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  function play(): void {
    playTestTone();
    setIsAsking(true);
  }
  function answer(isHeard: boolean): void {
    recordSoundCheck({ at: Date.now(), isHeard });
    setIsAsking(false);
  }
  return (
    <div className={styles.row}>
      <p className={styles.words} role="status">
        {isAsking ? t('sound.question') : <LastAnswer />}
      </p>
      <div className={styles.buttons}>
        <button type="button" className={isAsking ? buttonStyles.quiet : buttonStyles.strong} onClick={play}>
          {t('sound.test')}
        </button>
        {isAsking && (
          <>
            <button type="button" className={buttonStyles.strong} onClick={() => answer(true)}>
              {t('sound.yes')}
            </button>
            <button type="button" className={buttonStyles.quiet} onClick={() => answer(false)}>
              {t('sound.no')}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

function LastAnswer() {
  const { t } = useTranslation();
  const check = useSoundCheck();
  if (check === undefined) return t('sound.question');
  const time = clockTime(check.at + clockOffsetMs()).slice(0, -':00'.length);
  return t(check.isHeard ? 'sound.heard' : 'sound.not_heard', { time });
}
