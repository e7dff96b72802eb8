import { useEffect, useState } from 'react';
import { createNotificationSound, type NotificationSound } from './notification-sound.ts';

/** The notification sound, open while the component is mounted. */
export function useNotificationSound(): NotificationSound {
  const [sound] = useState(createNotificationSound);
  useEffect(() => {
    sound.open();
    return () => sound.close();
  }, [sound]);
  return sound;
}
