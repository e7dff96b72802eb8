import { useSyncExternalStore } from 'react';
import { useConnection } from '../../../api/connection-state.ts';
import { isAudioBlocked, subscribeAudio } from '../audio-output.ts';
import styles from './sound-check-strip.module.css';
import { TestTone } from './test-tone.tsx';
import { useSoundCheck } from './use-sound-check.ts';

/**
 * On a page that shows rooms it asks once in each shift whether the sound of this device is heard, and stays while it is not. It has a place beside the
 * breadcrumb, or on smaller screens at the end of the screen, so that no card moves and none is covered when it appears. A
 * blocked sound has a strip of its own.
 */
export function SoundCheckStrip() {
  const isHeard = useSoundCheck()?.isHeard;
  const isBlocked = useSyncExternalStore(subscribeAudio, isAudioBlocked);
  const hasRooms = useConnection().kind !== 'none';
  if (isHeard === true || isBlocked || !hasRooms) return null;
  return (
    <aside className={styles.strip} data-sound-check data-unheard={isHeard === false}>
      <TestTone />
    </aside>
  );
}
