import { useState } from 'react';
import { maxRoomsPerChange, roomEndpoints } from '../../../../contract/home/rooms.ts';
import { type StreamType, streamTypes } from '../../../../domain/stream.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTranslation } from '../../../language/translation.tsx';
import { SelectField } from '../../../administration/form/select-field.tsx';
import { TextField } from '../../../administration/form/text-field.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import type { ManagedPlace } from '../../places.ts';
import type { ManagedRoom } from '../../rooms.ts';
import { parseRoomNames } from '../data/room-names.ts';
import { HomeEditDialog } from './edit-dialog.tsx';
import textStyles from '../../../ui/text.module.css';

interface AddRoomsDialogProps {
  readonly ward: ManagedPlace;
  readonly existing: readonly ManagedRoom[];
  readonly onClose: () => void;
}

const initial: { readonly line: string; readonly type: StreamType } = { line: '', type: 'camera' };

/** Adds many rooms to a ward at once: the user types their names in one line, such as `Room 1-24, Lounge`. */
export function AddRoomsDialog({ ward, existing, onClose }: AddRoomsDialogProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { call } = useApi();
  const [values, setValues] = useState(initial);
  const { line, type } = values;
  const { added, known, error } = newRoomsOf(line, existing);
  const send = () => {
    const rooms = added.map((displayName) => ({ uuid: crypto.randomUUID(), displayName }));
    return call(roomEndpoints.addRooms, { body: { wardUUID: ward.uuid, type, rooms } });
  };
  const check = () => {
    if (error === 'too-many') return t('rooms.over_limit', { max: String(maxRoomsPerChange) });
    if (error === 'wrong-range') return t('rooms.wrong_range');
    return added.length === 0 ? t('rooms.all_exist') : undefined;
  };
  return (
    <HomeEditDialog
      title={t('rooms.add_rooms_to', { name: ward.displayName })}
      submitLabel={t('rooms.add_rooms_submit', { count: added.length })}
      initial={initial}
      values={values}
      send={send}
      text={t('rooms.rooms_added', { count: added.length })}
      onClose={onClose}
    >
      <TextField
        name="names"
        label={t('rooms.names')}
        hint={t('rooms.names_hint')}
        value={line}
        onChange={(names) => setValues({ ...values, line: names })}
        isRequired
        validate={check}
      />
      <p className={textStyles.detail} aria-live="polite">
        {shortenList(added)}
        {added.length > 0 && known.length > 0 && <br />}
        {known.length > 0 && <span>{t('rooms.exist', { names: shortenList(known) })}</span>}
      </p>
      <SelectField
        name="type"
        label={t('rooms.type')}
        value={type}
        options={streamTypes.map((one) => ({ value: one, label: common(`stream_type.${one}`) }))}
        onChange={(value) => setValues({ ...values, type: value })}
      />
    </HomeEditDialog>
  );
}

/** The typed names without those that the ward already has: a second room of the same name would be a mistake. */
function newRoomsOf(line: string, existing: readonly ManagedRoom[]) {
  const parsed = parseRoomNames(line);
  if ('error' in parsed) return { added: [], known: [], error: parsed.error };
  const names = new Set(existing.map(({ displayName }) => displayName));
  return {
    added: parsed.names.filter((name) => !names.has(name)),
    known: parsed.names.filter((name) => names.has(name)),
    error: undefined,
  };
}

/** Shortens a list of names, as in `Room 1, Room 2, Room 3 … Room 24`. */
function shortenList(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 4).join(', ')} … ${names.at(-1)}`;
}
