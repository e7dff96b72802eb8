import { useState } from 'react';
import { roomEndpoints } from '../../../../contract/home/rooms.ts';
import { useApi } from '../../../api/api-client.tsx';
import { SelectField } from '../../../administration/form/select-field.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { placeOptions, type Places } from '../../places.ts';
import { type ManagedRoom, namedRooms } from '../../rooms.ts';
import { HomeEditDialog } from './edit-dialog.tsx';

interface MoveDialogProps {
  readonly places: Places;
  /** The rooms to move. All are in the same ward. */
  readonly rooms: readonly ManagedRoom[];
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

/** The dialog that moves several rooms to another ward. */
export function MoveDialog({ places, rooms, onMoved, onClose }: MoveDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const [initial] = useState({ wardUUID: rooms[0]?.wardUUID ?? '' });
  const [values, setValues] = useState(initial);
  const body = { rooms: namedRooms(rooms), ...values };
  return (
    <HomeEditDialog
      title={t('rooms.move_title', { count: rooms.length })}
      submitLabel={t('rooms.move')}
      initial={initial}
      values={values}
      preview={() => call(roomEndpoints.changeRooms, { body, query: { dryRun: 'true' } })}
      send={() => call(roomEndpoints.changeRooms, { body, query: {} })}
      text={t('rooms.moved', { count: rooms.length })}
      onSaved={onMoved}
      onClose={onClose}
    >
      <SelectField
        name="wardUUID"
        label={t('rooms.level.ward')}
        value={values.wardUUID}
        options={placeOptions(places, ['ward'])}
        onChange={(wardUUID) => setValues({ wardUUID })}
      />
    </HomeEditDialog>
  );
}
