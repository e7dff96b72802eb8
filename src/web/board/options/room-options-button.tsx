import { createContext, useContext } from 'react';
import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { useWallBoard } from '../../live/wall-board.ts';
import styles from './room-options-button.module.css';

/** Opens the options of the room with this uuid. The function never changes, so that no card renders again. */
export const ShowRoomOptions = createContext<(roomUuid: string) => void>(() => undefined);

/** The button that opens the options of a room. */
export function RoomOptionsButton({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const show = useContext(ShowRoomOptions);
  const isWallBoard = useWallBoard() !== undefined;
  // Without alerts there is no button, because a server that implements only the specification cannot pause them.
  // A wall board has none either, because nobody is signed in.
  if (room.alertRevision === undefined || isWallBoard) return null;
  const label = `${t('room_options.label')}: ${room.displayName}`;
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      onClick={() => show(room.uuid)}
      aria-label={room.alertRules === undefined ? label : `${label}, ${t('room_options.rules')}`}
    >
      <UiIcon name="more" className={styles.icon} />
      {room.alertRules !== undefined && <UiIcon name="clock" className={styles.rules} />}
    </button>
  );
}
