import type { Room } from '../../../domain/room.ts';
import { useLoaded } from '../use-loaded.ts';
import type { BoardPlace } from '../live/board-place.ts';

/** Loads the watch of the board, which is not part of the first load. */
export function LoadedBoardWatch(props: { readonly place: BoardPlace; readonly rooms: readonly Room[] }) {
  const loaded = useLoaded('The watch of the board', load);
  return loaded !== undefined && <loaded.BoardWatch {...props} />;
}

const load = () => import('./board-watch.tsx');
