import { memo, useContext } from 'react';
import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import styles from './room-options-button.module.css';
import { ShowRoomOptions } from './show-room-options.ts';

interface RoomOptionsButtonProps {
  readonly room: Room;
}

/** Opens the options of a room. A new status of the room does not render it again. */
export const RoomOptionsButton = memo(function RoomOptionsButton({ room }: RoomOptionsButtonProps) {
  const { t } = useTranslation();
  const show = useContext(ShowRoomOptions);
  // A server that implements only the specification has no alerts, so there is nothing to pause.
  if (room.alertRevision === undefined) return null;
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
}, isSameButton);

/** Whether the buttons of two states of a room look the same. */
export function isSameButton({ room: one }: RoomOptionsButtonProps, { room: other }: RoomOptionsButtonProps): boolean {
  return (
    one.uuid === other.uuid &&
    one.displayName === other.displayName &&
    one.alertRules === other.alertRules &&
    (one.alertRevision === undefined) === (other.alertRevision === undefined)
  );
}
