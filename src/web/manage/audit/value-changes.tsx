import { useTexts } from '../shell/use-texts.ts';
import { fieldText } from './field-text.ts';
import type { AuditEvent } from './use-audit-events.ts';
import styles from './audit.module.css';

interface Change {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The values of an event: what was, and what is since then. */
export function ValueChanges({ event: { before, after, object } }: { readonly event: AuditEvent }) {
  const { t } = useTexts();
  const isChange = before !== null && after !== null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names
    .map((name): Change => ({ name, before: valueText(before?.[name]), after: valueText(after?.[name]) }))
    .filter((change) => change.before !== change.after)
    // The line above names the object already.
    .filter((change) => isChange || (change.before ?? change.after) !== object?.name);
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes} data-change={isChange}>
      {changes.map((change) => (
        <li key={change.name}>
          <span className={styles.field}>{fieldText(change.name, t)}</span>{' '}
          <Values change={change} isChange={isChange} />
        </li>
      ))}
    </ul>
  );
}

function Values({ change: { before, after }, isChange }: { readonly change: Change; readonly isChange: boolean }) {
  const { t } = useTexts();
  if (!isChange) return <bdi>{before ?? after}</bdi>;
  return (
    <>
      <del className={styles.old}>
        <bdi>{before ?? t('audit.nothing')}</bdi>
      </del>
      <span className={styles.arrow} aria-hidden="true">
        {' → '}
      </span>
      <ins className={styles.new}>
        <bdi>{after ?? t('audit.nothing')}</bdi>
      </ins>
    </>
  );
}

/** Undefined: there is no value. */
function valueText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => valueText(item) ?? '').join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
