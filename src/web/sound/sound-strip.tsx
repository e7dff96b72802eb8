import { useRef } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { useStore } from '../shared/create-store.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { audioState } from './audio-output.ts';
import { useSoundCheck } from './check/sound-check.ts';
import { TestTone } from './check/test-tone.tsx';
import { useWallBoard } from '../live/wall-board.ts';
import styles from './sound.module.css';
import { unlockSound } from './ward-sound.ts';

/**
 * A strip above the cards while staff may not hear this browser. If the browser blocks the sound, a tap on the strip
 * turns it on. Otherwise it asks once per shift whether staff hear the test tone, and stays while they do not.
 */
export function SoundStrip() {
  const { t } = useTranslation();
  const isBlocked = useStore(audioState) === 'blocked';
  /** Its question is asked on the other boards of the ward, because nobody touches a wall board. */
  const isWallBoard = useWallBoard() !== undefined;
  const isHeard = useSoundCheck()?.isHeard;
  const place = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(place);
  return (
    <div ref={place} className={styles.place} tabIndex={-1} {...keptFocus}>
      {isBlocked && (
        <button type="button" className={styles.blocked} data-tone="warning" onClick={unlockSound}>
          <UiIcon name="sound-off" size="1.75rem" />
          <span>{t('sound.blocked')}</span>
        </button>
      )}
      {!isBlocked && isHeard !== true && !isWallBoard && (
        <aside className={styles.check} data-unheard={isHeard === false}>
          <TestTone />
        </aside>
      )}
    </div>
  );
}
