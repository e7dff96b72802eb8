import { useState } from 'react';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { SelectField } from '../../shell/form/select-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { changeOfRooms } from '../../home/home-change.ts';
import { placeOptions, type Places } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';
import { ImpactWarning } from './impact-warning.tsx';
import { useImpactCheck } from './use-impact-check.ts';

interface MoveDialogProps {
  readonly places: Places;
  readonly rooms: readonly ManagedRoom[];
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** Moves several rooms to one ward. */
export function MoveDialog({ places, rooms, onMoved, onClose }: MoveDialogProps) {
  const { t } = useTexts();
  const [wardUUID, setWardUUID] = useState(rooms[0]?.wardUUID ?? '');
  const { shown, save, reset } = useImpactCheck();
  const submit = async () => {
    if (rooms.every((room) => room.wardUUID === wardUUID)) return onClose();
    const streams = rooms.map(({ uuid, version }) => ({ uuid, version }));
    const text = t('rooms.moved', { count: rooms.length });
    if (await save(changeOfRooms(places, wardUUID, streams), text, true)) onMoved();
  };
  return (
    <FormDialog
      title={t('rooms.move_title', { count: rooms.length })}
      submitLabel={shown === undefined ? t('rooms.move') : t('rooms.save_anyway')}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="wardUUID"
        label={t('rooms.level.ward')}
        value={wardUUID}
        options={placeOptions(places, ['ward'])}
        onChange={(value) => {
          setWardUUID(value);
          reset();
        }}
      />
      <ImpactWarning shown={shown} />
    </FormDialog>
  );
}
