import { isAuditAction } from '../../../domain/audit.ts';
import { clockTime, fullDay } from '../../ui/time/time-format.ts';
import pageStyles from '../shell/page.module.css';
import { type ManageTranslate, useTexts } from '../shell/use-texts.ts';
import type { AuditEvent } from './use-audit-events.ts';
import { ValueChanges } from './value-changes.tsx';
import styles from './audit.module.css';

/** The events under the day on which they happened. */
export function AuditList({ events }: { readonly events: readonly AuditEvent[] }) {
  const { language } = useTexts();
  const days = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const day = new Date(event.at).toDateString();
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={styles.day}>
      <h2 className={styles.dayTitle}>{fullDay(Date.parse(day), language)}</h2>
      <ol className={pageStyles.framedList}>
        {ofDay.map((event) => (
          <AuditRow key={event.sequence} event={event} />
        ))}
      </ol>
    </section>
  ));
}

function AuditRow({ event }: { readonly event: AuditEvent }) {
  const { t } = useTexts();
  const { at, actor, action, object, address } = event;
  return (
    <li className={styles.row}>
      <time dateTime={at} className={styles.time}>
        {clockTime(at)}
      </time>
      <div>
        <p>
          <span className={styles.action}>{isAuditAction(action) ? t(`audit.action.${action}`) : action}</span>
          {object !== null && (object.name ?? object.id) !== null && (
            <>
              {': '}
              <bdi>{object.name ?? object.id}</bdi>
            </>
          )}
        </p>
        <ValueChanges event={event} />
      </div>
      <p className={styles.who}>
        <bdi>{actorText(actor, t)}</bdi>
        {address !== null && <span className={styles.address}>{address}</span>}
      </p>
    </li>
  );
}

function actorText({ kind, name, id }: AuditEvent['actor'], t: ManageTranslate): string {
  if (kind === 'server') return t('audit.by_server');
  const shown = name ?? id ?? '';
  if (kind === 'operator') return t('audit.by_operator', { name: shown });
  return shown === '' ? t('audit.by_unknown') : shown;
}
