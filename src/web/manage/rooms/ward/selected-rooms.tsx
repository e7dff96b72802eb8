import { useState } from 'react';
import type { StreamStatus } from '../../../../domain/stream.ts';
import buttonStyles from '../../../ui/button.module.css';
import { ConfirmDialog } from '../../shell/dialog/confirm-dialog.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { changeOfRooms, removalOfRooms } from '../../home/home-change.ts';
import type { Places } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';
import { useChangeHome } from '../data/use-change-home.ts';
import { AlertsEnd } from '../dialogs/alerts-end.tsx';
import { countStatuses } from '../dialogs/count-statuses.ts';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import { RemoveDialog } from '../dialogs/remove-dialog.tsx';
import styles from './selected-rooms.module.css';

interface SelectedRoomsProps {
  readonly places: Places;
  readonly rooms: readonly ManagedRoom[];
  readonly onDone: () => void;
}

type Step = 'none' | 'move' | 'status' | 'remove';

/** What can be done with the selected rooms. Always there, so that the first selection moves no row. */
export function SelectedRooms({ places, rooms, onDone }: SelectedRoomsProps) {
  const { t } = useTexts();
  const [step, setStep] = useState<Step>('none');
  const close = () => setStep('none');
  const done = () => {
    close();
    onDone();
  };
  const count = rooms.length;
  const isActive = count === 0 || rooms.some(({ status }) => status === 'ACTIVE');
  const button = (label: string, next: Step) => (
    <button
      type="button"
      className={buttonStyles.quiet}
      // A disabled button would lose the focus that its dialog returns to it.
      aria-disabled={count === 0}
      onClick={() => count > 0 && setStep(next)}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.bar}>
      <p className={styles.count} role="status">
        {t('rooms.selected', { count })}
      </p>
      {button(t('rooms.move'), 'move')}
      {button(t(isActive ? 'rooms.set_inactive' : 'rooms.set_active'), 'status')}
      {button(t('rooms.delete'), 'remove')}
      {step === 'move' && <MoveDialog places={places} rooms={rooms} onMoved={done} onClose={close} />}
      {step === 'status' && (
        <StatusDialog
          places={places}
          rooms={rooms}
          status={isActive ? 'INACTIVE' : 'ACTIVE'}
          onDone={done}
          onClose={close}
        />
      )}
      {step === 'remove' && (
        <RemoveDialog
          title={t('rooms.remove_selected', { count })}
          removal={removalOfRooms(rooms)}
          text={t('rooms.rooms_removed', { count })}
          onRemoved={done}
          onClose={close}
        />
      )}
    </div>
  );
}

interface StatusDialogProps extends SelectedRoomsProps {
  readonly status: StreamStatus;
  readonly onClose: () => void;
}

function StatusDialog({ places, rooms, status, onDone, onClose }: StatusDialogProps) {
  const { t } = useTexts();
  const { change } = useChangeHome();
  const count = rooms.length;
  const alerts = countStatuses(rooms.flatMap(({ alertStatuses }) => alertStatuses));
  const text = t(status === 'INACTIVE' ? 'rooms.rooms_inactive' : 'rooms.rooms_active', { count });
  const confirm = async () => {
    const streams = rooms.map(({ uuid, version }) => ({ uuid, version, status }));
    await change(changeOfRooms(places, rooms[0]?.wardUUID ?? '', streams), text);
    onDone();
  };
  return (
    <ConfirmDialog
      title={t(status === 'INACTIVE' ? 'rooms.set_inactive' : 'rooms.set_active')}
      confirmLabel={t(status === 'INACTIVE' ? 'rooms.set_inactive' : 'rooms.set_active')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(status === 'INACTIVE' ? 'rooms.becomes_inactive' : 'rooms.becomes_active', { count })}</p>
      {status === 'INACTIVE' && <AlertsEnd alerts={alerts} />}
    </ConfirmDialog>
  );
}
