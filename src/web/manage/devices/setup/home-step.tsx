import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxFirstRooms, setUpEndpoints } from '../../../../contract/manage/set-up.ts';
import { useApi } from '../../../api/api-client.tsx';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { numbersOf, type NumberedRooms } from './numbered-rooms.ts';
import { setUpKey } from './set-up-state.ts';
import styles from './set-up.module.css';

/** The name of the home, and in one line the rooms of its first ward. */
export function HomeStep() {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [displayName, setDisplayName] = useState('');
  const [rooms, setRooms] = useState(() => ({ first: '1', last: '24', wardName: t('devices.set_up.ward_default') }));
  const numbers = numbersOf(rooms);
  const submit = async () => {
    const names = numbers.map((number) => t('devices.set_up.room_name', { number: String(number) }));
    const body = { displayName, wardName: rooms.wardName, rooms: names };
    const created = await api.call(setUpEndpoints.createFirstHome, { body, maxAttempts: 1 });
    // An answer that is on its way is older, and would show this step again.
    await queries.cancelQueries({ queryKey: setUpKey });
    queries.setQueryData(setUpKey, created);
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
        <TextField
          name="displayName"
          label={t('devices.set_up.home_name')}
          value={displayName}
          onChange={setDisplayName}
          isRequired
          maxLength={120}
        />
        <RoomLine rooms={rooms} onChange={setRooms} />
        <p className={pageStyles.detail}>{t('devices.set_up.home_more')}</p>
      </ManageForm>
    </>
  );
}

interface RoomLineProps {
  readonly rooms: NumberedRooms;
  readonly onChange: (rooms: NumberedRooms) => void;
}

/** Rooms 1 to 24 on Ward 1. */
function RoomLine({ rooms, onChange }: RoomLineProps) {
  const { t } = useTexts();
  const { first, last, wardName } = rooms;
  const checkLast = () => {
    if (first === '') return undefined;
    if (Number(last) - Number(first) >= maxFirstRooms) {
      return t('devices.set_up.rooms_over', { max: String(maxFirstRooms) });
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
      <TextField
        name="wardName"
        label={t('devices.set_up.rooms_ward')}
        value={wardName}
        onChange={(value) => onChange({ ...rooms, wardName: value })}
        isRequired
        maxLength={120}
      />
    </div>
  );
}
