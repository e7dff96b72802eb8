import { createContext } from 'react';

/** Shows the options of the room with this uuid. The function of a board never changes, so it renders no card again. */
export const ShowRoomOptions = createContext<(roomUuid: string) => void>(() => undefined);
