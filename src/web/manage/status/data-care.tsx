import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusEndpoints } from '../../../contract/manage/status.ts';
import { useApi } from '../../api/api-client.tsx';
import buttonStyles from '../../ui/button.module.css';
import { useNow } from '../../ui/time/use-now.ts';
import { download } from '../shell/download.ts';
import { ManageIcon } from '../shell/manage-icon.tsx';
import pageStyles from '../shell/page.module.css';
import { refusalText } from '../shell/form/reason-text.ts';
import { useTexts } from '../shell/use-texts.ts';
import { timeText } from './time-text.ts';
import type { SystemStatus } from './use-system-status.ts';
import styles from './data-care.module.css';

/** The last backup with a button for one, and how long data are kept. */
export function DataCare({ status: { backup, retention } }: { readonly status: SystemStatus }) {
  const { t, language } = useTexts();
  const now = useNow(60_000);
  const { auditDays, prunedAt, prunedBefore } = retention;
  return (
    <section className={pageStyles.section} aria-labelledby="status-data">
      <h2 id="status-data" className={pageStyles.heading}>
        {t('status.data')}
      </h2>
      <div className={pageStyles.panel}>
        {backup.isOwn ? <Backup at={backup.at} /> : <p>{t('reasons.backup-elsewhere')}</p>}
        <p className={pageStyles.detail}>
          {prunedAt === null
            ? t('status.kept_all')
            : t('status.kept_since', { date: prunedBefore ?? '', time: timeText(prunedAt, now, language) })}
        </p>
        <p className={pageStyles.detail}>{t('status.kept_audit', { days: String(auditDays) })}</p>
      </div>
    </section>
  );
}

type State = 'idle' | 'running' | 'done' | { readonly failure: string };

function Backup({ at }: { readonly at: string | null }) {
  const { t, language } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const now = useNow(60_000);
  const [state, setState] = useState<State>('idle');
  const make = async () => {
    if (state === 'running') return;
    setState('running');
    try {
      await download(api, statusEndpoints.makeBackup, `room-status-${new Date().toISOString().slice(0, 10)}.sqlite`);
      setState('done');
    } catch (error) {
      setState({ failure: refusalText(error, t) ?? t('status.backup_failed') });
    }
    void queries.invalidateQueries({ queryKey: ['system-status'] });
  };
  return (
    <>
      <p>{at === null ? t('status.no_backup') : t('status.last_backup', { time: timeText(at, now, language) })}</p>
      <p className={pageStyles.detail}>{t('status.backup_warning')}</p>
      <div>
        <button type="button" className={styles.backup} aria-busy={state === 'running'} onClick={() => void make()}>
          <ManageIcon name="file" className={buttonStyles.icon} />
          {t(state === 'running' ? 'status.backup_running' : 'status.make_backup')}
        </button>
      </div>
      <p role="status" className={styles.outcome} data-failed={typeof state === 'object'}>
        {state === 'done' && t('status.backup_done')}
        {typeof state === 'object' && state.failure}
      </p>
    </>
  );
}
