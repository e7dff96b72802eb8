import { useState } from 'react';
import { streamStatuses, streamTypes } from '../../../../domain/stream.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { SelectField } from '../../shell/form/select-field.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { changeOfRooms } from '../../home/home-change.ts';
import { placeOptions, type Places } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';
import { ImpactWarning } from './impact-warning.tsx';
import { useImpactCheck } from './use-impact-check.ts';

interface RoomDialogProps {
  readonly places: Places;
  readonly room: ManagedRoom;
  readonly onClose: () => void;
}

/** The form of one room. */
export function RoomDialog({ places, room, onClose }: RoomDialogProps) {
  const { t } = useTexts();
  const [initial] = useState((): Fields => ({ ...room, alias: room.alias ?? '' }));
  const [fields, setFields] = useState(initial);
  const { shown, save, reset } = useImpactCheck();
  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    reset();
  };
  const { displayName, alias, type, status, wardUUID } = fields;
  const submit = async () => {
    const { uuid, version } = room;
    const sent = { uuid, version, displayName, type, status, alias: alias === '' ? null : alias };
    const name = displayName.trim();
    // A name or a type breaks nothing, and is by far the most frequent change.
    const isMoved = alias !== initial.alias || wardUUID !== initial.wardUUID;
    const canBreak = isMoved || (status !== initial.status && room.alertStatuses.length > 0);
    if (await save(changeOfRooms(places, wardUUID, [sent]), t('rooms.saved', { name }), canBreak)) onClose();
  };
  return (
    <FormDialog
      title={t('rooms.edit_name', { name: room.displayName })}
      submitLabel={shown === undefined ? undefined : t('rooms.save_anyway')}
      isDirty={JSON.stringify(fields) !== JSON.stringify(initial)}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoomFields places={places} fields={fields} onChange={change} />
      <ImpactWarning shown={shown} />
    </FormDialog>
  );
}

type Fields = Omit<ManagedRoom, 'alias'> & { readonly alias: string };

interface RoomFieldsProps {
  readonly places: Places;
  readonly fields: Fields;
  readonly onChange: (changed: Partial<Fields>) => void;
}

function RoomFields({ places, fields, onChange }: RoomFieldsProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { displayName, alias, type, status, wardUUID, connections, deviceKeys } = fields;
  const uses = [
    ...(connections.length > 0 ? [t('rooms.alias_connections', { names: connections.join(', ') })] : []),
    ...(deviceKeys.length > 0 ? [t('rooms.alias_keys', { names: deviceKeys.join(', ') })] : []),
  ];
  return (
    <>
      <TextField
        name="displayName"
        label={t('rooms.name')}
        value={displayName}
        onChange={(value) => onChange({ displayName: value })}
        isRequired
        maxLength={120}
      />
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
        onChange={(value) => onChange({ type: streamTypes.find((one) => one === value) ?? type })}
      />
      <SelectField
        name="status"
        label={t('rooms.status')}
        value={status}
        options={streamStatuses.map((one) => ({ value: one, label: t(`rooms.status_${one}`) }))}
        onChange={(value) => onChange({ status: streamStatuses.find((one) => one === value) ?? status })}
      />
    </>
  );
}
