import { useTranslation } from '../language/translation.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { translateField } from './field-text.ts';
import type { AuditEvent } from './use-audit-events.ts';
import { isSentence, formatValue } from './value-text.ts';
import styles from './audit.module.css';

interface Change {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Lists the values of an event before and after the change. */
export function ValueChanges({ event: { before, after, object } }: { readonly event: AuditEvent }) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const textOf = (name: string, value: unknown) => formatValue(name, value, board);
  const isChange = before !== null && after !== null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names
    // Leaves out the place, because the event shows it beside its object.
    .filter((name) => name !== 'place')
    .map((name): Change => ({ name, before: textOf(name, before?.[name]), after: textOf(name, after?.[name]) }))
    .filter((change) => change.before !== change.after)
    // Leaves out the name of a new or removed object, because the line above contains it.
    .filter((change) => isChange || (change.before ?? change.after) !== object?.name);
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.name}>
          {!isSentence(change.name) && <span>{translateField(change.name, t)} </span>}
          <ValueList change={change} isChange={isChange} />
        </li>
      ))}
    </ul>
  );
}

function ValueList({ change: { before, after }, isChange }: { readonly change: Change; readonly isChange: boolean }) {
  const { t } = useTexts();
  if (!isChange) return <bdi>{before ?? after}</bdi>;
  return (
    <>
      <del>
        <bdi>{before ?? t('audit.nothing')}</bdi>
      </del>
      <span aria-hidden="true">{' → '}</span>
      <ins>
        <bdi>{after ?? t('audit.nothing')}</bdi>
      </ins>
    </>
  );
}
