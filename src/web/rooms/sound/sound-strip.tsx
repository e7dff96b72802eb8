import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import type { NotificationSound } from './notification-sound.ts';
import styles from './sound-strip.module.css';

/** Shown while the browser blocks the sound. A tap on the strip turns the sound on. */
export function SoundStrip({ sound }: { sound: NotificationSound }) {
  const { t } = useTranslation();
  const isBlocked = useSyncExternalStore(sound.subscribe, sound.isBlocked);
  if (!isBlocked) return null;
  return (
    <button type="button" className={styles.strip} onClick={() => sound.unlock()}>
      <UiIcon name="sound-off" className={styles.icon} />
      <span>{t('sound.blocked')}</span>
    </button>
  );
}
