import { useState } from 'react';
import { Dialog } from '../../shell/dialog/dialog.tsx';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { SelectField } from '../../shell/form/select-field.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useBeforeLeaving } from '../../shell/unsaved/unsaved-changes.ts';
import { type ManageTranslate, useTexts } from '../../shell/use-texts.ts';
import { type ManagedPlace, type Places, placeText, usePlaces } from '../../home/places.ts';
import { type ManagedRoom, useRoomsOfWard } from '../../home/rooms.ts';
import { type DeviceUse, suggestedName, type UnknownRoom, wardsFor } from './unknown-room.ts';
import { useGiveRoom } from './use-give-room.ts';
import { roleText } from '../../equipment/role-text.ts';
import { useEquipment } from '../../equipment/use-equipment.ts';

interface GiveRoomDialogProps {
  readonly unknown: UnknownRoom;
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/** Gives what a device reports for a room: a new one, or one that exists. The room gets the alias, or the device. */
export function GiveRoomDialog({ unknown, onGiven, onClose }: GiveRoomDialogProps) {
  const { t } = useTexts();
  const beforeLeaving = useBeforeLeaving();
  return (
    <Dialog title={t('devices.give_title', { name: unknown.room })} onClose={() => beforeLeaving(onClose)}>
      {unknown.device !== null && <EquipmentNote />}
      <GiveRoom unknown={unknown} onGiven={onGiven} onClose={onClose} />
    </Dialog>
  );
}

/** Why the equipment file cannot be changed here. */
function EquipmentNote() {
  const { t } = useTexts();
  const { data } = useEquipment();
  if (data === undefined || (data.readOnlyReason === null && data.problems.length === 0)) return null;
  const { readOnlyReason } = data;
  const text = readOnlyReason === null ? t('equipment.file_wrong') : t(`equipment.readonly.${readOnlyReason}`);
  return <p className={pageStyles.problem}>{text}</p>;
}

function GiveRoom({ unknown, onGiven, onClose }: GiveRoomDialogProps) {
  const { t } = useTexts();
  const { places } = usePlaces();
  const wards = places === undefined ? undefined : wardsFor(unknown, places);
  const [first] = wards ?? [];
  if (places === undefined || wards === undefined) return null;
  if (first === undefined) return <p className={pageStyles.none}>{t('devices.no_ward')}</p>;
  return (
    <GiveRoomForm unknown={unknown} places={places} wards={wards} first={first} onGiven={onGiven} onClose={onClose} />
  );
}

interface GiveRoomFormProps extends GiveRoomDialogProps {
  readonly places: Places;
  readonly wards: readonly ManagedPlace[];
  readonly first: ManagedPlace;
}

function GiveRoomForm({ unknown, places, wards, first, onGiven, onClose }: GiveRoomFormProps) {
  const { t } = useTexts();
  const [kind, setKind] = useState<'new' | 'existing'>('new');
  const [useIndex, setUseIndex] = useState(0);
  const [wardUuid, setWardUuid] = useState(first.uuid);
  const [displayName, setDisplayName] = useState(() => suggestedName(unknown));
  const [newUuid] = useState(() => crypto.randomUUID());
  const [roomUuid, setRoomUuid] = useState<string>();
  const ward = wards.find(({ uuid }) => uuid === wardUuid) ?? first;
  // No board shows what is reported for an inactive room.
  const rooms = (useRoomsOfWard(ward.uuid).data?.items ?? []).filter(({ status }) => status === 'ACTIVE');
  const room = rooms.find(({ uuid }) => uuid === roomUuid) ?? rooms[0];
  const uses = unknown.device?.uses ?? [];
  const give = useGiveRoom({ unknown, places, use: uses[useIndex], onGiven, onClose });
  const submit = async () => {
    if (kind === 'new') await give(ward.uuid, { kind, displayName, newUuid }, displayName);
    else if (room !== undefined) await give(ward.uuid, { kind, room }, room.displayName);
  };
  return (
    <ManageForm isDirty={displayName !== suggestedName(unknown)} onSubmit={submit} onCancel={onClose}>
      {uses.length > 1 && <UseField uses={uses} index={useIndex} onChange={setUseIndex} />}
      <SelectField
        name="kind"
        label={t('devices.which_room')}
        value={kind}
        options={kindsFor(unknown, t)}
        onChange={(value) => setKind(value === 'new' ? 'new' : 'existing')}
      />
      <SelectField
        name="ward"
        label={t('devices.in_ward')}
        value={ward.uuid}
        options={wards.map(({ uuid }) => ({ value: uuid, label: placeText(places, uuid) }))}
        onChange={setWardUuid}
      />
      {kind === 'new' ? (
        <TextField
          name="displayName"
          label={t('devices.new_room_name')}
          value={displayName}
          onChange={setDisplayName}
          isRequired
          maxLength={120}
        />
      ) : (
        <SelectField
          name="room"
          label={t('devices.existing_room')}
          hint={hintFor(room, unknown, t)}
          value={room?.uuid ?? ''}
          options={rooms.map(({ uuid, displayName: label }) => ({ value: uuid, label }))}
          onChange={setRoomUuid}
        />
      )}
    </ManageForm>
  );
}

/** A stream that is named by its uuid can only be a new one. */
function kindsFor({ wanted, device }: UnknownRoom, t: ManageTranslate) {
  const isNew = wanted?.alias === null && device === null;
  return [
    { value: 'new', label: t('devices.room_new') },
    ...(isNew ? [] : [{ value: 'existing', label: t('devices.room_existing') }]),
  ];
}

interface UseFieldProps {
  readonly uses: readonly DeviceUse[];
  readonly index: number;
  readonly onChange: (index: number) => void;
}

function UseField({ uses, index, onChange }: UseFieldProps) {
  const { t } = useTexts();
  return (
    <SelectField
      name="use"
      label={t('devices.used_as')}
      value={String(index)}
      options={uses.map((use, one) => ({ value: String(one), label: labelOf(use, t) }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

/** `Bed`, or `Camera, Bed` for a device that needs several names. */
function labelOf(use: DeviceUse, t: ManageTranslate): string {
  return Object.keys(use)
    .map((role) => roleText(role, t))
    .join(', ');
}

/** A room has one alias, so a new one replaces it. A device of a connection needs none. */
function hintFor(room: ManagedRoom | undefined, { device }: UnknownRoom, t: ManageTranslate): string | undefined {
  if (room === undefined) return t('devices.no_room_here');
  return room.alias === null || device !== null ? undefined : t('devices.replaces', { alias: room.reportName });
}
