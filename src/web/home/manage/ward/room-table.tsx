import { useState } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Table } from '../../../ui/table/table.tsx';
import textStyles from '../../../ui/text.module.css';
import { useTexts } from '../../../administration/use-texts.ts';
import { Batteries } from '../../batteries/batteries.tsx';
import { type RoomBatteries, useBatteries } from '../../batteries/use-batteries.ts';
import type { Places } from '../../places.ts';
import type { ManagedRoom } from '../../rooms.ts';
import type { OpenPlaceDialog } from '../places/place-dialogs.tsx';
import { SelectedRooms } from './selected-rooms.tsx';
import styles from './room-table.module.css';

/** The maximum number of rows. The browser would need seconds to show a table with thousands of rows. */
const maxShownRooms = 200;

interface RoomTableProps {
  readonly places: Places;
  readonly rooms: readonly ManagedRoom[];
  readonly onOpen: OpenPlaceDialog;
}

/**
 * The table of rooms: their names for devices, and the connections and keys that report for them. Several rooms can be
 * selected and changed together.
 */
export function RoomTable({ places, rooms, onOpen }: RoomTableProps) {
  const { t } = useTexts();
  const batteries = useBatteries(rooms[0]?.wardUUID ?? '');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isComplete, setIsComplete] = useState(false);
  const shown = isComplete ? rooms : rooms.slice(0, maxShownRooms);
  // Ignores selected rooms that another user has removed meanwhile.
  const chosen = rooms.filter(({ uuid }) => selected.has(uuid));
  // The device keys of the first room are valid for all rooms, because the scope of a key is at least a ward.
  const keys = rooms[0]?.deviceKeys ?? [];
  const isAll = chosen.length === rooms.length;
  const toggle = (uuid: string) =>
    setSelected(new Set(selected.has(uuid) ? withoutUuid(selected, uuid) : [...selected, uuid]));
  return (
    <>
      {keys.length > 0 && <p className={textStyles.detail}>{t('rooms.alias_keys', { names: keys.join(', ') })}</p>}
      <SelectedRooms places={places} rooms={chosen} onDone={() => setSelected(new Set())} />
      <Table>
        <TableHead
          isAll={isAll}
          hasBatteries={batteries.size > 0}
          onToggleAll={() => setSelected(new Set(isAll ? [] : rooms.map(({ uuid }) => uuid)))}
        />
        <tbody>
          {shown.map((room) => (
            <RoomRow
              key={room.uuid}
              room={room}
              batteries={batteries.size === 0 ? undefined : (batteries.get(room.uuid) ?? [])}
              isSelected={selected.has(room.uuid)}
              onToggle={() => toggle(room.uuid)}
              onOpen={() => onOpen({ kind: 'room', room })}
            />
          ))}
        </tbody>
      </Table>
      {shown.length < rooms.length && (
        <Button onClick={() => setIsComplete(true)}>{t('rooms.show_all', { count: rooms.length })}</Button>
      )}
    </>
  );
}

interface TableHeadProps {
  readonly isAll: boolean;
  readonly hasBatteries: boolean;
  readonly onToggleAll: () => void;
}

function TableHead({ isAll, hasBatteries, onToggleAll }: TableHeadProps) {
  const { t } = useTexts();
  const columns = ['reports_as', 'type', 'used_by', ...(hasBatteries ? (['batteries'] as const) : [])] as const;
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.check}>
          <RoomCheckbox label={t('rooms.select_all')} isChecked={isAll} onToggle={onToggleAll} />
        </th>
        <th scope="col">{t('rooms.name')}</th>
        {columns.map((column) => (
          <th key={column} scope="col" className={styles.wide}>
            {t(`rooms.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function withoutUuid(uuids: ReadonlySet<string>, removed: string): string[] {
  return [...uuids].filter((uuid) => uuid !== removed);
}

interface RoomRowProps {
  readonly room: ManagedRoom;
  /** The batteries of the room. Undefined: no room of the ward has a known battery, so the column is missing. */
  readonly batteries: RoomBatteries | undefined;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}

function RoomRow({ room, batteries, isSelected, onToggle, onOpen }: RoomRowProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { displayName: name, type, status, reportName, connections } = room;
  return (
    <tr>
      <td className={styles.check}>
        <RoomCheckbox label={t('rooms.select_name', { name })} isChecked={isSelected} onToggle={onToggle} />
      </td>
      <th scope="row">
        <button
          type="button"
          className={styles.name}
          aria-label={t('rooms.edit_name', { name })}
          onClick={onOpen}
          dir="auto"
        >
          {name}
        </button>
        {status === 'INACTIVE' && <span className={textStyles.detail}>{` · ${t('rooms.inactive')}`}</span>}
        <div className={`${textStyles.detail} ${styles.narrow}`}>
          <code className={textStyles.detail}>{reportName}</code>
          {` · ${[common(`stream_type.${type}`), ...connections].join(' · ')}`}
          {batteries !== undefined && <Batteries batteries={batteries} />}
        </div>
      </th>
      <td className={styles.wide}>
        <code className={textStyles.detail}>{reportName}</code>
      </td>
      <td className={styles.wide}>{common(`stream_type.${type}`)}</td>
      <td className={styles.wide}>{connections.join(', ')}</td>
      {batteries !== undefined && (
        <td className={styles.wide}>
          <Batteries batteries={batteries} />
        </td>
      )}
    </tr>
  );
}

interface RoomCheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onToggle: () => void;
}

function RoomCheckbox({ label, isChecked, onToggle }: RoomCheckboxProps) {
  return (
    <label>
      <input type="checkbox" aria-label={label} checked={isChecked} onChange={onToggle} />
    </label>
  );
}
