import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { isAudioBlocked, subscribeAudio } from './audio-output.ts';
import styles from './sound-strip.module.css';
import { unlockSound } from './ward-sound.ts';

/** Shown while the browser blocks the sound. A tap on the strip turns the sound on. */
export function SoundStrip() {
  const { t } = useTranslation();
  const isBlocked = useSyncExternalStore(subscribeAudio, isAudioBlocked);
  const place = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(place);
  return (
    <div ref={place} className={styles.place} tabIndex={-1} {...keptFocus}>
      {isBlocked && (
        <button type="button" className={styles.strip} onClick={unlockSound}>
          <UiIcon name="sound-off" className={styles.icon} />
          <span>{t('sound.blocked')}</span>
        </button>
      )}
    </div>
  );
}
