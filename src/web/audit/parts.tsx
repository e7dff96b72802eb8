import { useState } from 'react';
import { Button } from '../ui/button/button.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { LoadFailure } from '../administration/load-state.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { emptyFilter } from './audit-filter.ts';
import { changeCountsOf } from './counts-of-change.ts';
import { EventText } from './event-text.tsx';
import { type AuditEvent, useAuditEvents } from './use-audit-events.ts';
import styles from './audit.module.css';

interface PartsProps {
  readonly event: AuditEvent;
  /** The search text of the page. Only the changes that match it are listed. */
  readonly search: string;
}

/** A button that opens a list of the single changes of an import. The changes are fetched when it is opened. */
export function ChangedParts({ event: { object, after }, search }: PartsProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const count = changeCountsOf(after).reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <ButtonRow side="start">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('audit.parts', { count })}
        </Button>
      </ButtonRow>
      {isOpen && <PartList id={object?.id ?? ''} search={search} />}
    </>
  );
}

function PartList({ id, search }: { readonly id: string; readonly search: string }) {
  const { t } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useAuditEvents(
    { ...emptyFilter, search },
    id,
  );
  if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  return (
    <>
      <ol className={styles.partList}>
        {data.pages
          .flatMap(({ items }) => items)
          .map((part) => (
            <li key={part.sequence}>
              <EventText event={part} />
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <ButtonRow side="start">
          <Button aria-disabled={isFetching} onClick={() => !isFetching && void fetchNextPage()}>
            {t('audit.more_parts')}
          </Button>
        </ButtonRow>
      )}
    </>
  );
}
