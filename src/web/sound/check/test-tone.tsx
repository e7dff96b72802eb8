import { useState } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { clockOffsetMs } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { formatClockTime } from '../../ui/time/time-format.ts';
import { playTone, resumeAudio } from '../audio-output.ts';
import { alarmTones } from '../tones.ts';
import { readCurrentVolume } from '../volume/volume.ts';
import { recordSoundCheck, useSoundCheck } from './sound-check.ts';
import styles from '../sound.module.css';

/** Plays the test tone, asks whether it was heard, and shows the last answer. */
export function TestTone() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  function play(): void {
    resumeAudio();
    playTestTone();
    setIsAsking(true);
  }
  function answer(isHeard: boolean): void {
    recordSoundCheck({ at: Date.now(), isHeard });
    setIsAsking(false);
  }
  return (
    <div className={styles.test}>
      <p className={styles.words} role="status">
        {isAsking ? t('sound.question') : <LastAnswer />}
      </p>
      <ButtonRow side="start">
        <Button look={isAsking ? 'quiet' : 'strong'} onClick={play}>
          {t('sound.test')}
        </Button>
        {isAsking && (
          <>
            <Button look="strong" onClick={() => answer(true)}>
              {t('sound.yes')}
            </Button>
            <Button onClick={() => answer(false)}>{t('sound.no')}</Button>
          </>
        )}
      </ButtonRow>
    </div>
  );
}

/** Plays the quieter of the two alarms, because staff who hear it hear the louder alarm too. */
export function playTestTone(): void {
  playTone('test tone', alarmTones.medium, readCurrentVolume('medium'));
}

function LastAnswer() {
  const { t } = useTranslation();
  const check = useSoundCheck();
  if (check === undefined) return t('sound.question');
  const time = formatClockTime(check.at + clockOffsetMs()).slice(0, -':00'.length);
  return t(check.isHeard ? 'sound.heard' : 'sound.not_heard', { time });
}
