/** The audit log: who changed, signed in or looked at what, with a search and an export. */
import { useDeferredValue, useRef, useState } from 'react';
import { auditEndpoints } from '../../../contract/manage/audit.ts';
import { useApi } from '../../api/api-client.tsx';
import buttonStyles from '../../ui/button.module.css';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { download } from '../shell/download.ts';
import { TextField } from '../shell/form/text-field.tsx';
import { LoadFailure } from '../shell/load-failure.tsx';
import { ManageIcon } from '../shell/manage-icon.tsx';
import { useNotify } from '../shell/notifications.tsx';
import { Page } from '../shell/page.tsx';
import pageStyles from '../shell/page.module.css';
import { useTexts } from '../shell/use-texts.ts';
import { type AuditFilter, noFilter, queryOf } from './audit-filter.ts';
import { AuditList } from './audit-list.tsx';
import { useAuditEvents } from './use-audit-events.ts';
import styles from './audit.module.css';

export function AuditPage() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  return (
    <Page title={t('audit.title')} className={styles.page}>
      <search className={styles.filter}>
        <TextField
          name="search"
          type="search"
          label={t('audit.search')}
          hint={t('audit.search_hint')}
          maxLength={200}
          value={filter.search}
          onChange={(search) => setFilter({ ...filter, search })}
        />
        <TextField
          name="from"
          type="date"
          label={t('audit.from')}
          value={filter.from}
          onChange={(from) => setFilter({ ...filter, from })}
        />
        <TextField
          name="to"
          type="date"
          label={t('audit.to')}
          value={filter.to}
          onChange={(to) => setFilter({ ...filter, to })}
        />
        <ExportButton filter={filter} />
      </search>
      <FoundEvents filter={useDeferredValue(filter)} />
    </Page>
  );
}

function FoundEvents({ filter }: { readonly filter: AuditFilter }) {
  const { t } = useTexts();
  const found = useAuditEvents(filter);
  const list = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(list);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isPlaceholderData } = found;
  // Without older events, the list remains.
  if (error !== null && !found.isFetchNextPageError) return <LoadFailure error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  const events = data.pages.flatMap(({ items }) => items);
  return (
    <div ref={list} className={styles.found} aria-busy={isPlaceholderData} tabIndex={-1} {...keptFocus}>
      <p role="status" className={pageStyles.none}>
        {events.length === 0 && !isFetching && t(hasNextPage ? 'audit.none_yet' : 'audit.none')}
      </p>
      <AuditList events={events} />
      {error !== null && <LoadFailure error={error} onRetry={fetchNextPage} />}
      {error === null && hasNextPage && (
        <button
          type="button"
          className={styles.more}
          aria-disabled={isFetching}
          onClick={() => !isFetching && void fetchNextPage()}
        >
          {t('audit.older')}
        </button>
      )}
    </div>
  );
}

/** Exports what the filter finds, as JSON lines. A button that is `disabled` would lose the keyboard focus. */
function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const { t } = useTexts();
  const api = useApi();
  const notify = useNotify();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      await download(api, auditEndpoints.exportAuditEvents, 'room-status-audit.ndjson', queryOf(filter));
    } catch {
      notify({ text: t('audit.not_exported') });
    }
    setIsRunning(false);
  };
  return (
    <button type="button" className={styles.export} aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
      <ManageIcon name="file" className={buttonStyles.icon} />
      {t('audit.export')}
    </button>
  );
}
