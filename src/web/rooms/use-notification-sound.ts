import { useEffect, useState } from 'react';
import { createNotificationSound, type NotificationSound } from './notification-sound.ts';

/** The sound of this page; undefined until the first effect, since an audio output is an effect. */
export function useNotificationSound(): NotificationSound | undefined {
  const [sound, setSound] = useState<NotificationSound>();
  useEffect(() => {
    const made = createNotificationSound();
    setSound(made);
    return () => made.close();
  }, []);
  return sound;
}
