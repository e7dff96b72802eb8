import { type ComponentType, useEffect, useState } from 'react';
import { loadRepeatedly } from '../../api/load-repeatedly.ts';
import type { RoomOptionsProps } from './room-options.tsx';

/** Loads the code of the options when they are opened first. It stays mounted, because a call outlives the dialog. */
export function LoadedRoomOptions(props: RoomOptionsProps) {
  const [loaded, setLoaded] = useState<{ readonly RoomOptions: ComponentType<RoomOptionsProps> }>();
  const isNeeded = props.roomUuid !== undefined;
  useEffect(() => {
    if (!isNeeded || loaded !== undefined) return undefined;
    const stopping = new AbortController();
    loadRepeatedly('The options of a room', () => import('./room-options.tsx'), stopping.signal).then(
      setLoaded,
      () => undefined,
    );
    return () => stopping.abort();
  }, [isNeeded, loaded]);
  return loaded !== undefined && <loaded.RoomOptions {...props} />;
}
