import { isAuditAction } from '../../domain/audit.ts';
import { useTexts } from '../administration/use-texts.ts';
import type { AuditEvent } from './use-audit-events.ts';
import { changeCountsOf } from './counts-of-change.ts';
import { ValueChanges } from './value-changes.tsx';
import styles from './audit.module.css';
import textStyles from '../ui/text.module.css';

/** Describes an event of the audit log: its action, object and place, and the changed values. */
export function EventText({ event }: { readonly event: AuditEvent }) {
  const { t } = useTexts();
  const { action, object, after } = event;
  return (
    <>
      <p>
        <strong>{isAuditAction(action) ? t(`audit.action.${action}`) : action}</strong>
        <ObjectName event={event} />
      </p>
      {object?.kind === 'change' ? <ChangeCounts after={after} /> : <ValueChanges event={event} />}
    </>
  );
}

function ObjectName({ event: { object, before, after } }: { readonly event: AuditEvent }) {
  const name = object?.name ?? object?.id;
  const place = after?.['place'] ?? before?.['place'];
  return (
    <>
      {typeof name === 'string' && (
        <>
          {': '}
          <bdi>{name}</bdi>
        </>
      )}
      {typeof place === 'string' && place !== '' && <bdi className={textStyles.detail}> {place}</bdi>}
    </>
  );
}

/** Shows how many clients, locations, wards and rooms an import has added, changed and removed. */
function ChangeCounts({ after }: Pick<AuditEvent, 'after'>) {
  const { t, language } = useTexts();
  return (
    <ul className={styles.changes}>
      {changeCountsOf(after).map(({ action, count }) => (
        <li key={action}>
          <span>{isAuditAction(action) ? t(`audit.action.${action}`) : action}</span> {count.toLocaleString(language)}
        </li>
      ))}
    </ul>
  );
}
