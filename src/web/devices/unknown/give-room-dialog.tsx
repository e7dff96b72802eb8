import { useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { SelectField } from '../../administration/form/select-field.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { useBeforeLeaving } from '../../administration/unsaved/unsaved-changes.ts';
import { type ManageTranslate, useTexts } from '../../administration/use-texts.ts';
import { type ManagedPlace, type Places, formatPlacePath, usePlaces } from '../../home/places.ts';
import { type ManagedRoom, useRoomsOfWard } from '../../home/rooms.ts';
import { type DeviceNames, suggestedName, type UnknownRoom, wardsFor } from './unknown-room.ts';
import { useGiveRoom } from './use-give-room.ts';
import { translateRole } from '../../equipment/role-text.ts';
import { PageNotice } from '../../ui/notice/page-notice.tsx';

interface GiveRoomDialogProps {
  readonly unknown: UnknownRoom;
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/**
 * Assigns a device without a room to a new or an existing room: the room gets the alias that the device sends, or the
 * connection of the device gets an entry for the room.
 */
export function GiveRoomDialog({ unknown, onGiven, onClose }: GiveRoomDialogProps) {
  const { t } = useTexts();
  const beforeLeaving = useBeforeLeaving();
  return (
    <Dialog title={t('devices.give_title', { name: unknown.room })} onClose={() => beforeLeaving(onClose)}>
      <GiveRoom unknown={unknown} onGiven={onGiven} onClose={onClose} />
    </Dialog>
  );
}

function GiveRoom({ unknown, onGiven, onClose }: GiveRoomDialogProps) {
  const { t } = useTexts();
  const { places } = usePlaces();
  const wards = places === undefined ? undefined : wardsFor(unknown, places);
  const [first] = wards ?? [];
  if (places === undefined || wards === undefined) return null;
  if (first === undefined) return <PageNotice tone="none">{t('devices.no_ward')}</PageNotice>;
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
  // Offers no inactive rooms, because no board shows their reports.
  const rooms = (useRoomsOfWard(ward.uuid).data?.items ?? []).filter(({ status }) => status === 'ACTIVE');
  const room = rooms.find(({ uuid }) => uuid === roomUuid) ?? rooms[0];
  const uses = unknown.device?.uses ?? [];
  const give = useGiveRoom({ unknown, use: uses[useIndex], onGiven, onClose });
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
        options={targetOptions(unknown, t)}
        onChange={setKind}
      />
      <SelectField
        name="ward"
        label={t('devices.in_ward')}
        value={ward.uuid}
        options={wards.map(({ uuid }) => ({ value: uuid, label: formatPlacePath(places, uuid) }))}
        onChange={setWardUuid}
      />
      {kind === 'new' ? (
        <NameField label={t('devices.new_room_name')} value={displayName} onChange={setDisplayName} />
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

/** The options "new room" and "existing room". If the device names its room by uuid, only a new room is possible. */
function targetOptions({ wanted, device }: UnknownRoom, t: ManageTranslate) {
  const isNew = wanted?.alias === null && device === null;
  return [
    { value: 'new', label: t('devices.room_new') } as const,
    ...(isNew ? [] : [{ value: 'existing', label: t('devices.room_existing') } as const]),
  ];
}

interface UseFieldProps {
  readonly uses: readonly DeviceNames[];
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

/** The label of the roles of a device in a room: `Bed`, or `Camera, Bed` for a device with several roles. */
function labelOf(use: DeviceNames, t: ManageTranslate): string {
  return Object.keys(use)
    .map((role) => translateRole(role, t))
    .join(', ');
}

/** Warns that the alias of the room will be replaced, unless the device belongs to a connection and needs no alias. */
function hintFor(room: ManagedRoom | undefined, { device }: UnknownRoom, t: ManageTranslate): string | undefined {
  if (room === undefined) return t('devices.no_room_here');
  return room.alias === null || device !== null ? undefined : t('devices.replaces', { alias: room.reportName });
}
