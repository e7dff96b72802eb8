import { createContext, use } from 'react';

/** What people can do on a wall board. */
export interface ShownWallBoard {
  /** Whether alerts can be answered on it. */
  readonly mayAnswer: boolean;
}

/** Set on the page of a wall board, which nobody is signed in to. Undefined on all other pages. */
export const WallBoardContext = createContext<ShownWallBoard | undefined>(undefined);

export function useWallBoard(): ShownWallBoard | undefined {
  return use(WallBoardContext);
}

/** Whether the user of the page can answer alerts. */
export function useMayAnswer(): boolean {
  return useWallBoard()?.mayAnswer ?? true;
}
