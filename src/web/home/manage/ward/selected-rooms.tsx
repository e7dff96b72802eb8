import { useState } from 'react';
import { roomEndpoints } from '../../../../contract/home/rooms.ts';
import { useApi } from '../../../api/api-client.tsx';
import { isAdministrator, useMe } from '../../../api/me.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import type { Places } from '../../places.ts';
import { type ManagedRoom, namedRooms } from '../../rooms.ts';
import { ConfirmEdit, useRemovalText } from '../dialogs/confirm-edit.tsx';
import { EraseDialog } from '../dialogs/erase-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import styles from './selected-rooms.module.css';

interface SelectedRoomsProps {
  readonly places: Places;
  readonly rooms: readonly ManagedRoom[];
  readonly onDone: () => void;
}

/** The buttons for the selected rooms. They are always shown, so that the first selection moves no row. */
export function SelectedRooms({ places, rooms, onDone }: SelectedRoomsProps) {
  const { t } = useTexts();
  const { data: me } = useMe();
  const mayErase = me !== undefined && isAdministrator(me);
  const [step, setStep] = useState<'none' | 'move' | 'status' | 'erase' | 'remove'>('none');
  const close = () => setStep('none');
  const done = () => {
    close();
    onDone();
  };
  const count = rooms.length;
  const isActive = count === 0 || rooms.some(({ status }) => status === 'ACTIVE');
  const [only] = count === 1 ? rooms : [];
  const button = (label: string, next: typeof step, isPossible = count > 0) => (
    <Button
      // `aria-disabled`, because a `disabled` button could not get back the focus when its dialog closes.
      aria-disabled={!isPossible}
      onClick={() => isPossible && setStep(next)}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.bar}>
      <p role="status">{t('rooms.selected', { count })}</p>
      {button(t('rooms.move'), 'move')}
      {button(t(isActive ? 'rooms.set_inactive' : 'rooms.set_active'), 'status')}
      {mayErase && button(t('rooms.erase'), 'erase', only !== undefined)}
      {button(t('rooms.delete'), 'remove')}
      {step === 'move' && <MoveDialog places={places} rooms={rooms} onMoved={done} onClose={close} />}
      {step === 'status' && <StatusDialog rooms={rooms} isActive={isActive} onDone={done} onClose={close} />}
      {step === 'erase' && only !== undefined && <EraseDialog room={only} onDone={done} onClose={close} />}
      {step === 'remove' && <RemoveRoomsDialog rooms={rooms} onDone={done} onClose={close} />}
    </div>
  );
}

interface RoomsDialogProps extends Omit<SelectedRoomsProps, 'places'> {
  readonly onClose: () => void;
}

/** The dialog that sets the selected rooms inactive if at least one of them is active, otherwise active. */
function StatusDialog({ rooms, isActive, onDone, onClose }: RoomsDialogProps & { readonly isActive: boolean }) {
  const { t } = useTexts();
  const { call } = useApi();
  const count = rooms.length;
  const status = isActive ? ('INACTIVE' as const) : ('ACTIVE' as const);
  const body = { rooms: namedRooms(rooms), status };
  const title = t(isActive ? 'rooms.set_inactive' : 'rooms.set_active');
  return (
    <ConfirmEdit
      title={title}
      confirmLabel={title}
      preview={(signal) => call(roomEndpoints.changeRooms, { body, query: { dryRun: 'true' }, signal })}
      describe={() => [t(isActive ? 'rooms.becomes_inactive' : 'rooms.becomes_active', { count })]}
      send={() => call(roomEndpoints.changeRooms, { body, query: {} })}
      text={() => t(isActive ? 'rooms.rooms_inactive' : 'rooms.rooms_active', { count })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function RemoveRoomsDialog({ rooms, onDone, onClose }: RoomsDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const describe = useRemovalText();
  const body = { rooms: namedRooms(rooms) };
  return (
    <ConfirmEdit
      title={t('rooms.remove_selected', { count: rooms.length })}
      confirmLabel={t('rooms.delete')}
      preview={(signal) => call(roomEndpoints.removeRooms, { body, query: { dryRun: 'true' }, signal })}
      describe={describe}
      send={() => call(roomEndpoints.removeRooms, { body, query: {} })}
      text={({ removedCount, retiredCount }) =>
        [
          ...(removedCount > 0 ? [t('rooms.rooms_removed', { count: removedCount })] : []),
          ...(retiredCount > 0 ? [t('rooms.rooms_inactive', { count: retiredCount })] : []),
        ].join(' ')
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}
