import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxSetUpRooms, setUpEndpoints } from '../../../contract/identity/set-up.ts';
import { useApi } from '../../api/api-client.tsx';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { TimeZoneField } from '../../administration/form/time-zone-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { setUpQueryKey } from '../../identity/set-up-state.ts';
import styles from './set-up.module.css';
import textStyles from '../../ui/text.module.css';
import pageStyles from '../../ui/page/page.module.css';

interface NumberedRooms {
  readonly first: string;
  readonly last: string;
  readonly wardName: string;
}

/** The second step of the set-up: the name of the home, and the rooms of its first ward in one line. */
export function HomeStep() {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [displayName, setDisplayName] = useState('');
  const [rooms, setRooms] = useState(() => ({ first: '1', last: '24', wardName: t('devices.set_up.ward_default') }));
  const [timeZone, setTimeZone] = useState<string | undefined>(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const numbers = numbersOf(rooms);
  const submit = async () => {
    const names = numbers.map((number) => t('devices.set_up.room_name', { number: String(number) }));
    const zone = timeZone === undefined ? {} : { timeZone };
    const body = { displayName, wardName: rooms.wardName, rooms: names, ...zone };
    const created = await api.call(setUpEndpoints.createFirstHome, { body, maxAttempts: 1 });
    // Cancels a running fetch of the progress, because its older result would show this step again.
    await queries.cancelQueries({ queryKey: setUpQueryKey });
    queries.setQueryData(setUpQueryKey, created);
  };
  return (
    <>
      <h2 className={pageStyles.heading}>{t('devices.set_up.home_title')}</h2>
      <p>{t('devices.set_up.home_text')}</p>
      <ManageForm
        submitLabel={t('devices.set_up.home_submit', { count: numbers.length })}
        isDirty={displayName !== ''}
        onSubmit={submit}
      >
        <NameField label={t('devices.set_up.home_name')} value={displayName} onChange={setDisplayName} />
        <RoomLine rooms={rooms} onChange={setRooms} />
        <TimeZoneField value={timeZone} onChange={setTimeZone} />
        <p className={textStyles.detail}>{t('devices.set_up.home_more')}</p>
      </ManageForm>
    </>
  );
}

interface RoomLineProps {
  readonly rooms: NumberedRooms;
  readonly onChange: (rooms: NumberedRooms) => void;
}

/** Fields for the sentence "Rooms 1 to 24 on Ward 1". */
function RoomLine({ rooms, onChange }: RoomLineProps) {
  const { t } = useTexts();
  const { first, last, wardName } = rooms;
  const checkLast = () => {
    if (first === '') return undefined;
    if (Number(last) - Number(first) >= maxSetUpRooms) {
      return t('devices.set_up.rooms_over', { max: String(maxSetUpRooms) });
    }
    return numbersOf(rooms).length === 0 ? t('devices.set_up.rooms_wrong') : undefined;
  };
  return (
    <div className={styles.line}>
      <TextField
        name="first"
        type="number"
        label={t('devices.set_up.rooms_first')}
        value={first}
        onChange={(value) => onChange({ ...rooms, first: value })}
        isRequired
      />
      <TextField
        name="last"
        type="number"
        label={t('devices.set_up.rooms_last')}
        value={last}
        onChange={(value) => onChange({ ...rooms, last: value })}
        isRequired
        validate={checkLast}
      />
      <NameField
        name="wardName"
        label={t('devices.set_up.rooms_ward')}
        value={wardName}
        onChange={(value) => onChange({ ...rooms, wardName: value })}
      />
    </div>
  );
}

/** The room numbers from the first to the last. Empty if the numbers are invalid or too many. */
function numbersOf(rooms: Pick<NumberedRooms, 'first' | 'last'>): readonly number[] {
  // Checks for empty fields, because `Number('')` is 0, which would be a valid room number.
  if (rooms.first === '' || rooms.last === '') return [];
  const [first, last] = [Number(rooms.first), Number(rooms.last)];
  const isRange = Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first <= last;
  if (!isRange || last - first >= maxSetUpRooms) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
