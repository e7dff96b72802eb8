import { useState } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { Batteries } from '../../home/batteries/batteries.tsx';
import { type RoomBatteries, useBatteries } from '../../home/batteries/use-batteries.ts';
import type { Places } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';
import type { OpenPlaceDialog } from '../places/place-dialogs.tsx';
import { SelectedRooms } from './selected-rooms.tsx';
import styles from './room-table.module.css';

/** A table with thousands of rows would take long to appear. */
const maxShownRooms = 200;

interface RoomTableProps {
  readonly places: Places;
  readonly rooms: readonly ManagedRoom[];
  readonly onOpen: OpenPlaceDialog;
}

/** The rooms with what devices call them and who reports for them. Several can be selected to be changed together. */
export function RoomTable({ places, rooms, onOpen }: RoomTableProps) {
  const { t } = useTexts();
  const batteries = useBatteries(rooms[0]?.wardUUID ?? '');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isComplete, setIsComplete] = useState(false);
  const shown = isComplete ? rooms : rooms.slice(0, maxShownRooms);
  // A room that was removed meanwhile is selected no longer.
  const chosen = rooms.filter(({ uuid }) => selected.has(uuid));
  // The scope of a key is at least a ward, so the keys of all rooms are the same.
  const keys = rooms[0]?.deviceKeys ?? [];
  const isAll = chosen.length === rooms.length;
  const toggle = (uuid: string) =>
    setSelected(new Set(selected.has(uuid) ? without(selected, uuid) : [...selected, uuid]));
  return (
    <>
      {keys.length > 0 && <p className={styles.keys}>{t('rooms.alias_keys', { names: keys.join(', ') })}</p>}
      <SelectedRooms places={places} rooms={chosen} onDone={() => setSelected(new Set())} />
      <table className={styles.table}>
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
      </table>
      {shown.length < rooms.length && (
        <button type="button" className={buttonStyles.quiet} onClick={() => setIsComplete(true)}>
          {t('rooms.show_all', { count: rooms.length })}
        </button>
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
          <Check label={t('rooms.select_all')} isChecked={isAll} onToggle={onToggleAll} />
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

function without(uuids: ReadonlySet<string>, removed: string): string[] {
  return [...uuids].filter((uuid) => uuid !== removed);
}

interface RoomRowProps {
  readonly room: ManagedRoom;
  /** Undefined: the battery of no room of the ward is known. */
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
    <tr data-inactive={status === 'INACTIVE'}>
      <td className={styles.check}>
        <Check label={t('rooms.select_name', { name })} isChecked={isSelected} onToggle={onToggle} />
      </td>
      <th scope="row" className={styles.room}>
        <button
          type="button"
          className={styles.name}
          aria-label={t('rooms.edit_name', { name })}
          onClick={onOpen}
          dir="auto"
        >
          {name}
        </button>
        {status === 'INACTIVE' && <span className={styles.badge}>{t('rooms.inactive')}</span>}
        <span className={styles.narrow}>
          <code>{reportName}</code>
          {` · ${[common(`stream_type.${type}`), ...connections].join(' · ')}`}
        </span>
        {batteries !== undefined && batteries.length > 0 && (
          <div className={`${styles.narrow} ${styles.narrowBatteries}`}>
            <Batteries batteries={batteries} />
          </div>
        )}
      </th>
      <td className={styles.wide}>
        <code>{reportName}</code>
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

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onToggle: () => void;
}

function Check({ label, isChecked, onToggle }: CheckProps) {
  return (
    <label className={styles.checkTarget}>
      <input type="checkbox" className={styles.box} aria-label={label} checked={isChecked} onChange={onToggle} />
    </label>
  );
}
