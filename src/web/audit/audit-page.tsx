/** The page of the audit log: who changed, signed in or looked at what, with a search and an export. */
import { useDeferredValue, useRef, useState } from 'react';
import { auditEndpoints } from '../../contract/audit/audit.ts';
import { auditKinds } from '../../domain/audit.ts';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { SelectField } from '../administration/form/select-field.tsx';
import { TextField } from '../administration/form/text-field.tsx';
import { LoadFailure } from '../administration/load-state.tsx';
import { SaveFileButton } from '../administration/save-file-button.tsx';
import { Page } from '../ui/page/page.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { type AuditFilter, emptyFilter, filterQueryOf } from './audit-filter.ts';
import { AuditList } from './audit-list.tsx';
import { useAuditEvents } from './use-audit-events.ts';
import styles from './audit.module.css';
import layout from '../ui/layout.module.css';

export function AuditPage() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<AuditFilter>(emptyFilter);
  return (
    <Page title={t('audit.title')} isWide>
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
        <SelectField
          name="kind"
          label={t('audit.kind')}
          value={filter.kind ?? ''}
          options={['' as const, ...auditKinds].map((kind) => ({
            value: kind,
            label: t(`audit.kinds.${kind === '' ? 'all' : kind}`),
          }))}
          onChange={(kind) => setFilter({ ...filter, kind: kind === '' ? undefined : kind })}
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
        <ButtonRow side="start">
          <SaveFileButton
            label={t('audit.export')}
            endpoint={auditEndpoints.exportAuditEvents}
            query={filterQueryOf(filter)}
            fileName="room-status-audit.ndjson"
            failedText={t('audit.not_exported')}
          />
        </ButtonRow>
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
  // If only the older events cannot be fetched, the loaded events stay on the page.
  if (error !== null && !found.isFetchNextPageError) return <LoadFailure error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  const events = data.pages.flatMap(({ items }) => items);
  return (
    <div ref={list} className={layout.stack} aria-busy={isPlaceholderData} tabIndex={-1} {...keptFocus}>
      <p role="status">{events.length === 0 && !isFetching && t(hasNextPage ? 'audit.none_yet' : 'audit.none')}</p>
      <AuditList events={events} search={filter.search} timeZone={data.pages[0]?.timeZone ?? ''} />
      {error !== null && <LoadFailure error={error} onRetry={fetchNextPage} />}
      {error === null && hasNextPage && (
        <ButtonRow side="start">
          <Button aria-disabled={isFetching} onClick={() => !isFetching && void fetchNextPage()}>
            {t('audit.older')}
          </Button>
        </ButtonRow>
      )}
    </div>
  );
}
