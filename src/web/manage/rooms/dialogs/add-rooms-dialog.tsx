import { useState } from 'react';
import { type StreamType, streamTypes } from '../../../../domain/stream.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { SelectField } from '../../shell/form/select-field.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { changeOfRooms } from '../../home/home-change.ts';
import type { ManagedPlace, Places } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';
import { maxNewRooms, roomNamesOf } from '../data/room-names.ts';
import { useChangeHome } from '../data/use-change-home.ts';
import styles from './dialogs.module.css';

interface AddRoomsDialogProps {
  readonly places: Places;
  readonly ward: ManagedPlace;
  readonly existing: readonly ManagedRoom[];
  readonly onClose: () => void;
}

/** Adds many rooms at once, from one line. */
export function AddRoomsDialog({ places, ward, existing, onClose }: AddRoomsDialogProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { change } = useChangeHome();
  const [line, setLine] = useState('');
  const [type, setType] = useState<StreamType>('camera');
  // The same uuids again, if the call has to be sent again.
  const [uuids] = useState(() => new Map<string, string>());
  const { added, known, error } = newRoomsOf(line, existing);
  const submit = async () => {
    const streams = added.map((displayName) => ({ uuid: uuidOf(uuids, displayName), displayName, type }));
    await change(changeOfRooms(places, ward.uuid, streams), t('rooms.rooms_added', { count: added.length }));
    onClose();
  };
  const check = () => {
    if (error === 'too-many') return t('rooms.over_limit', { max: String(maxNewRooms) });
    if (error === 'wrong-range') return t('rooms.wrong_range');
    return added.length === 0 ? t('rooms.all_exist') : undefined;
  };
  return (
    <FormDialog
      title={t('rooms.add_rooms_to', { name: ward.displayName })}
      submitLabel={t('rooms.add_rooms_submit', { count: added.length })}
      isDirty={line !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="names"
        label={t('rooms.names')}
        hint={t('rooms.names_hint')}
        value={line}
        onChange={setLine}
        isRequired
        validate={check}
      />
      <p className={styles.preview} aria-live="polite">
        {shorten(added)}
        {known.length > 0 && <span>{t('rooms.exist', { names: shorten(known) })}</span>}
      </p>
      <SelectField
        name="type"
        label={t('rooms.type')}
        value={type}
        options={streamTypes.map((one) => ({ value: one, label: common(`stream_type.${one}`) }))}
        onChange={(value) => setType(streamTypes.find((one) => one === value) ?? type)}
      />
    </FormDialog>
  );
}

/** A name that exists in the ward is left out: a second room with it would be a mistake. */
function newRoomsOf(line: string, existing: readonly ManagedRoom[]) {
  const parsed = roomNamesOf(line);
  if ('error' in parsed) return { added: [], known: [], error: parsed.error };
  const names = new Set(existing.map(({ displayName }) => displayName));
  return {
    added: parsed.names.filter((name) => !names.has(name)),
    known: parsed.names.filter((name) => names.has(name)),
    error: undefined,
  };
}

function uuidOf(uuids: Map<string, string>, name: string): string {
  const uuid = uuids.get(name) ?? crypto.randomUUID();
  uuids.set(name, uuid);
  return uuid;
}

/** `Room 1, Room 2, Room 3 … Room 24` */
function shorten(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 4).join(', ')} … ${names.at(-1)}`;
}
