import { ActionButton } from '../../administration/action-button.tsx';
import { SelectField } from '../../administration/form/select-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { translateRole } from '../role-text.ts';
import type { Preset } from '../use-equipment.ts';
import { type DraftRoom, emptyDraftRoom } from './draft.ts';
import { findRoom, type KnownRoom } from './known-rooms.ts';
import styles from '../equipment.module.css';
import layout from '../../ui/layout.module.css';
import formStyles from '../../ui/form/form.module.css';

interface RoomRowsProps {
  readonly rows: readonly DraftRoom[];
  /** The chosen preset. Undefined: no preset is chosen, or the server does not know it. */
  readonly preset: Preset | undefined;
  /** The rooms of the connection's location. Undefined: the rooms are not loaded yet. */
  readonly known: readonly KnownRoom[] | undefined;
  readonly onChange: (rows: readonly DraftRoom[]) => void;
}

/** The rows of the form that assign devices to rooms, one row per room. */
export function RoomRows({ rows, preset, known, onChange }: RoomRowsProps) {
  const { t } = useTexts();
  const change = (row: DraftRoom) => onChange(rows.map((one) => (one.id === row.id ? row : one)));
  const add = () => onChange([...rows, emptyDraftRoom(Math.max(-1, ...rows.map(({ id }) => id)) + 1)]);
  const filled = rows.filter(({ room, names }) => room !== '' || Object.values(names).some((name) => name !== ''));
  return (
    <fieldset className={layout.stack}>
      <legend className={formStyles.label}>{t('equipment.rooms')}</legend>
      {rows.map((row, index) => {
        const room = findRoom(known, row.room);
        return (
          <div
            key={row.id}
            className={`${layout.box} ${styles.roomRow}`}
            role="group"
            aria-label={t('equipment.room_row', { number: String(index + 1) })}
          >
            <RoomField
              // An error of the server counts only the rows that were sent to it, which are the rows with a value.
              name={`rooms[${filled.indexOf(row)}].room`}
              value={row.room}
              known={known}
              onChange={(value) => change({ ...row, room: value })}
            />
            {preset?.roles.map((role) => (
              <TextField
                key={role.name}
                name={`rooms[${filled.indexOf(row)}].${role.name}`}
                label={role.isRequired ? `${translateRole(role.name, t)} *` : translateRole(role.name, t)}
                hint={index === 0 ? role.about : undefined}
                isVerbatim
                value={row.names[role.name] ?? ''}
                onChange={(value) => change({ ...row, names: { ...row.names, [role.name]: value } })}
              />
            ))}
            <ActionButton
              icon="remove"
              aria-label={t('equipment.remove_room', { room: room?.displayName ?? (row.room || String(index + 1)) })}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            />
          </div>
        );
      })}
      <ActionButton icon="add" onClick={add}>
        {t('equipment.add_room')}
      </ActionButton>
    </fieldset>
  );
}

interface RoomFieldProps extends Pick<RoomRowsProps, 'known'> {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field that chooses a room by its displayed name. It offers no inactive rooms, because no board shows them. */
function RoomField({ name, value, known, onChange }: RoomFieldProps) {
  const { t } = useTexts();
  const room = findRoom(known, value);
  const offered = known?.filter((one) => one.isActive || one === room) ?? [];
  const options = offered.map((one) => ({ value: one.name, label: `${one.displayName}, ${one.wardName}` }));
  const isMissing = room === undefined && value !== '' && known !== undefined;
  return (
    <SelectField
      name={name}
      label={t('equipment.room')}
      hint={isMissing ? t('equipment.room_unknown') : undefined}
      value={room?.name ?? value}
      options={room === undefined ? [{ value, label: value }, ...options] : options}
      onChange={onChange}
    />
  );
}
