import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dutyEndpoints } from '../../../../contract/duty/duty.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useMe } from '../../../api/me.ts';
import { phonesPath } from '../../../home/lists/addresses.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { type Duty, dutyStore } from '../../../live/duty.ts';
import { useRoomTexts } from '../../../live/use-room-texts.ts';
import { useWallBoard } from '../../../live/wall-board.ts';
import { useStore } from '../../../shared/create-store.ts';
import { Button } from '../../../ui/button/button.tsx';
import styles from './duty-panel.module.css';

/** Who is on duty on the wards of the board. */
export function DutyPanel({ wardUuids }: { readonly wardUuids: readonly string[] }) {
  const texts = useRoomTexts();
  const { language } = useTranslation();
  const isWallBoard = useWallBoard() !== undefined;
  const [ward, ...others] = wardUuids;
  const { onDuty } = useStore(dutyStore);
  // An older server, or one that implements only the specification, does not say who is on duty.
  if (onDuty === undefined) return null;
  const names = [...new Map(onDuty.map(({ subject, displayName }) => [subject, displayName ?? subject])).values()];
  const list = new Intl.ListFormat(language, { style: 'narrow' }).format(names);
  return (
    <aside className={styles.panel}>
      <p>{names.length === 0 ? texts('duty.none') : texts('duty.on', { names: list })}</p>
      {ward !== undefined && others.length === 0 && !isWallBoard && <OwnDuty wardUUID={ward} onDuty={onDuty} />}
    </aside>
  );
}

interface OwnDutyProps {
  readonly wardUUID: string;
  readonly onDuty: NonNullable<Duty['onDuty']>;
}

function OwnDuty({ wardUUID, onDuty }: OwnDutyProps) {
  const texts = useRoomTexts();
  const { call } = useApi();
  const client = useQueryClient();
  const { data: me } = useMe();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (me === undefined) return null;
  const isOnDuty = onDuty.some(({ subject }) => subject === me.subject);
  const change = async (): Promise<void> => {
    setIsBusy(true);
    const endpoint = isOnDuty ? dutyEndpoints.endDuty : dutyEndpoints.startDuty;
    try {
      await call(endpoint, { params: { id: wardUUID } });
      setHasFailed(false);
      // The next report of the board returns who is on duty now.
      await client.invalidateQueries({ queryKey: ['board'] });
    } catch {
      setHasFailed(true);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button look="quiet" aria-disabled={isBusy} onClick={() => !isBusy && void change()}>
        {texts(isOnDuty ? 'duty.end' : 'duty.start')}
      </Button>
      {isOnDuty && (
        <Link to={phonesPath} className={styles.link}>
          {texts('duty.phones')}
        </Link>
      )}
      <p role="status" className={styles.failed}>
        {hasFailed && texts('duty.failed')}
      </p>
    </>
  );
}
