import { useState } from 'react';

export type RoomView = 'grid' | 'list';

const storageKey = 'room-status:view';

/** Cards or table. The choice is stored on this device (WARD-6). */
export function useRoomView(): [RoomView, (view: RoomView) => void] {
  const [view, setView] = useState<RoomView>(() => (localStorage.getItem(storageKey) === 'list' ? 'list' : 'grid'));
  function choose(next: RoomView): void {
    localStorage.setItem(storageKey, next);
    setView(next);
  }
  return [view, choose];
}
