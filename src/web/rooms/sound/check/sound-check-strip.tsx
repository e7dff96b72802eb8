import { useSyncExternalStore } from 'react';
import { isAudioBlocked, subscribeAudio } from '../audio-output.ts';
import styles from './sound-check-strip.module.css';
import { TestTone } from './test-tone.tsx';
import { useSoundCheck } from './use-sound-check.ts';

/**
 * Asks once in each shift whether the sound of this device is heard, and stays while it is not. It has a place beside the
 * breadcrumb, or on smaller screens at the end of the screen, so that no card moves and none is covered when it appears. A
 * blocked sound has a strip of its own.
 */
export function SoundCheckStrip() {
  const isHeard = useSoundCheck()?.isHeard;
  const isBlocked = useSyncExternalStore(subscribeAudio, isAudioBlocked);
  if (isHeard === true || isBlocked) return null;
  return (
    <aside className={styles.strip} data-sound-check data-unheard={isHeard === false}>
      <TestTone />
    </aside>
  );
}
