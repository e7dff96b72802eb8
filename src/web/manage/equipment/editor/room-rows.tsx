import buttonStyles from '../../../ui/button.module.css';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { hintText, roleText } from '../role-text.ts';
import type { Preset } from '../use-equipment.ts';
import { type DraftRoom, emptyRoom } from './draft.ts';
import { SuggestField } from './suggest-field.tsx';
import styles from './room-rows.module.css';

interface RoomRowsProps {
  readonly rows: readonly DraftRoom[];
  /** Undefined: the connection has no preset, or one that the server does not know. */
  readonly preset: Preset | undefined;
  readonly known: readonly { readonly name: string; readonly uuid: string; readonly displayName: string }[];
  /** The id of the `datalist` with the rooms. */
  readonly suggestions: string;
  readonly onChange: (rows: readonly DraftRoom[]) => void;
}

/** Which device is in which room. */
export function RoomRows({ rows, preset, known, suggestions, onChange }: RoomRowsProps) {
  const { t } = useTexts();
  const change = (row: DraftRoom) => onChange(rows.map((one) => (one.id === row.id ? row : one)));
  const add = () => onChange([...rows, emptyRoom(Math.max(-1, ...rows.map(({ id }) => id)) + 1)]);
  const filled = rows.filter(({ room, names }) => room !== '' || Object.values(names).some((name) => name !== ''));
  return (
    <fieldset className={styles.rooms}>
      <legend className={styles.legend}>{t('equipment.rooms')}</legend>
      {rows.map((row, index) => {
        const room = known.find(({ name, uuid }) => row.room === name || row.room === uuid);
        return (
          <div
            key={row.id}
            className={styles.roomRow}
            role="group"
            aria-label={t('equipment.room_row', { number: String(index + 1) })}
          >
            <SuggestField
              // The server counts the rows that it gets, which are those with a value.
              name={`rooms[${filled.indexOf(row)}].room`}
              label={t('equipment.room')}
              value={row.room}
              suggestions={suggestions}
              hint={room?.displayName}
              onChange={(value) => change({ ...row, room: value })}
            />
            {preset?.roles.map((role) => (
              <SuggestField
                key={role.name}
                name={`rooms[${filled.indexOf(row)}].${role.name}`}
                label={role.isRequired ? `${roleText(role.name, t)} *` : roleText(role.name, t)}
                hint={index === 0 ? hintText(preset, role, t) : undefined}
                value={row.names[role.name] ?? ''}
                onChange={(value) => change({ ...row, names: { ...row.names, [role.name]: value } })}
              />
            ))}
            <button
              type="button"
              className={styles.removeRow}
              aria-label={t('equipment.remove_room', { room: row.room || String(index + 1) })}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            >
              <ManageIcon name="remove" className={buttonStyles.icon} />
            </button>
          </div>
        );
      })}
      <button type="button" className={`${buttonStyles.quiet} ${styles.addRow}`} onClick={add}>
        <ManageIcon name="add" className={buttonStyles.icon} />
        {t('equipment.add_room')}
      </button>
    </fieldset>
  );
}
