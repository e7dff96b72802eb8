import { useState } from 'react';
import { roomEndpoints } from '../../../../contract/home/rooms.ts';
import { streamStatuses, streamTypes } from '../../../../domain/stream.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTranslation } from '../../../language/translation.tsx';
import { SelectField } from '../../../administration/form/select-field.tsx';
import { NameField } from '../../../administration/form/name-field.tsx';
import { TextField } from '../../../administration/form/text-field.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { placeOptions, type Places } from '../../places.ts';
import { type ManagedRoom, namedRooms } from '../../rooms.ts';
import { HomeEditDialog } from './edit-dialog.tsx';

interface RoomDialogProps {
  readonly places: Places;
  /** The room when the dialog was opened. The server refuses the edit if another user has changed the room since. */
  readonly room: ManagedRoom;
  readonly onClose: () => void;
}

/** The dialog that edits one room. */
export function RoomDialog({ places, room, onClose }: RoomDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const [initial] = useState(() => fieldsOf(room));
  const [values, setValues] = useState(initial);
  const body = { rooms: namedRooms([room]), ...values, alias: values.alias === '' ? null : values.alias };
  return (
    <HomeEditDialog
      title={t('rooms.edit_name', { name: room.displayName })}
      initial={initial}
      values={values}
      preview={() => call(roomEndpoints.changeRooms, { body, query: { dryRun: 'true' } })}
      send={() => call(roomEndpoints.changeRooms, { body, query: {} })}
      text={t('rooms.saved', { name: values.displayName.trim() })}
      onClose={onClose}
    >
      <RoomFields
        places={places}
        room={room}
        values={values}
        onChange={(changed) => setValues({ ...values, ...changed })}
      />
    </HomeEditDialog>
  );
}

type Fields = ReturnType<typeof fieldsOf>;

function fieldsOf({ displayName, alias, wardUUID, type, status }: ManagedRoom) {
  return { displayName, alias: alias ?? '', wardUUID, type, status };
}

interface RoomFieldsProps extends Pick<RoomDialogProps, 'places' | 'room'> {
  readonly values: Fields;
  readonly onChange: (changed: Partial<Fields>) => void;
}

function RoomFields({ places, room: { connections, deviceKeys }, values, onChange }: RoomFieldsProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { displayName, alias, type, status, wardUUID } = values;
  const uses = [
    ...(connections.length > 0 ? [t('rooms.alias_connections', { names: connections.join(', ') })] : []),
    ...(deviceKeys.length > 0 ? [t('rooms.alias_keys', { names: deviceKeys.join(', ') })] : []),
  ];
  return (
    <>
      <NameField label={t('rooms.name')} value={displayName} onChange={(value) => onChange({ displayName: value })} />
      <TextField
        name="alias"
        label={t('rooms.alias')}
        hint={[t('rooms.alias_hint'), ...uses].join(' ')}
        value={alias}
        onChange={(value) => onChange({ alias: value })}
        maxLength={64}
      />
      <SelectField
        name="wardUUID"
        label={t('rooms.level.ward')}
        value={wardUUID}
        options={placeOptions(places, ['ward'])}
        onChange={(value) => onChange({ wardUUID: value })}
      />
      <SelectField
        name="type"
        label={t('rooms.type')}
        value={type}
        options={streamTypes.map((one) => ({ value: one, label: common(`stream_type.${one}`) }))}
        onChange={(value) => onChange({ type: value })}
      />
      <SelectField
        name="status"
        label={t('rooms.status')}
        value={status}
        options={streamStatuses.map((one) => ({ value: one, label: t(`rooms.status_${one}`) }))}
        onChange={(value) => onChange({ status: value })}
      />
    </>
  );
}
