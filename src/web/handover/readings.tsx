import { useState } from 'react';
import { handoverEndpoints } from '../../contract/handover/handover.ts';
import { useApi } from '../api/api-client.tsx';
import { useActorName } from '../history/alert-steps.tsx';
import { useLocalTime } from '../history/local-time.ts';
import { Button } from '../ui/button/button.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import type { Handover } from './handover.ts';
import styles from './handover.module.css';
import { useHandoverTexts } from './use-handover-texts.ts';

interface ReadingsProps {
  readonly handover: Handover;
  readonly onChanged: () => void;
}

/** Who has read the handover, with the button by which the user says so. */
export function Readings({ handover: { wardUUID, shift, readings }, onChanged }: ReadingsProps) {
  const texts = useHandoverTexts();
  const nameOf = useActorName();
  const { dayTime } = useLocalTime();
  const { call } = useApi();
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const mark = async (): Promise<void> => {
    setState('saving');
    try {
      await call(handoverEndpoints.markHandoverRead, { params: { id: wardUUID }, body: { shiftFrom: shift.from } });
      onChanged();
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const readers = readings.map(({ by, at }) => `${nameOf(by)}, ${dayTime(Date.parse(at))}`);
  return (
    <div className={styles.readings}>
      <p>
        <strong>{texts('read_by')}</strong> {readers.length === 0 ? texts('nobody_yet') : readers.join(' · ')}
      </p>
      <Button look="strong" aria-disabled={state === 'saving'} onClick={() => state !== 'saving' && void mark()}>
        {texts('mark_read')}
      </Button>
      {state === 'failed' && (
        <PageNotice tone="problem" isAlert>
          {texts('not_saved')}
        </PageNotice>
      )}
    </div>
  );
}
