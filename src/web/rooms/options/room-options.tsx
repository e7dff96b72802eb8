import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AlertRuleList } from './alert-rule-list.tsx';
import { CallFailureNotice, CallFailureText } from './call-failure-notice.tsx';
import { Drill } from './drill.tsx';
import { PauseControls } from './pause-controls.tsx';
import styles from './room-options.module.css';
import { type RoomAction, useRoomCalls } from './use-room-calls.ts';

export interface RoomOptionsProps {
  readonly rooms: readonly Room[];
  /** The room whose options are shown. Undefined: none. */
  readonly roomUuid: string | undefined;
  readonly onClose: () => void;
  /** The connection is lost, so nobody knows the present state of the room. */
  readonly isStale: boolean;
  readonly walkTestAddressOf: (wardUuid: string) => string;
}

/** The options of a room as a dialog. A call goes on when the dialog is closed, and its failure is shown on the page. */
export function RoomOptions({ rooms, roomUuid, onClose, isStale, walkTestAddressOf }: RoomOptionsProps) {
  const { t } = useTranslation();
  const calls = useRoomCalls(onClose);
  const room = rooms.find(({ uuid }) => uuid === roomUuid);
  const { pending, failed } = calls;
  if (room === undefined) return <CallFailureNotice calls={calls} />;
  const controls = {
    room,
    isDisabled: isStale || pending !== undefined,
    onAction: (action: RoomAction) => calls.start(room, action),
  };
  const close = (): void => {
    calls.closeFailure();
    onClose();
  };
  return (
    <Dialog title={room.displayName} onClose={close}>
      <p className={styles.state} role="status">
        {isStale && t('alerts.offline')}
        {!isStale && pending !== undefined && t(pending.state === 'sending' ? 'alerts.sending' : 'alerts.unsent')}
      </p>
      {failed !== undefined && (
        <p className={styles.failure} role="alert">
          <CallFailureText failed={failed} />
        </p>
      )}
      <PauseControls {...controls} />
      {room.alertRules !== undefined && <AlertRuleList rules={room.alertRules} />}
      <Drill
        {...controls}
        walkTestAddress={room.wardUUID === undefined ? undefined : walkTestAddressOf(room.wardUUID)}
      />
    </Dialog>
  );
}
