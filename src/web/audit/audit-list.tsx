import { List } from '../ui/list/list.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { formatClockTime, formatFullDay } from '../ui/time/time-format.ts';
import { type ManageTranslate, useTexts } from '../administration/use-texts.ts';
import type { AuditEvent } from './use-audit-events.ts';
import { EventText } from './event-text.tsx';
import { ChangedParts } from './parts.tsx';
import styles from './audit.module.css';

/** Lists events of the audit log, grouped by the day on which they happened. */
export function AuditList({ events, search }: { readonly events: readonly AuditEvent[]; readonly search: string }) {
  const { language } = useTexts();
  const days = new Map<string, AuditEvent[]>();
  for (const event of events) {
    const day = new Date(event.at).toDateString();
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, ofDay]) => (
    <Section key={day} title={formatFullDay(Date.parse(day), language)}>
      <List isFramed>
        {ofDay.map((event) => (
          <AuditRow key={event.sequence} event={event} search={search} />
        ))}
      </List>
    </Section>
  ));
}

function AuditRow({ event, search }: { readonly event: AuditEvent; readonly search: string }) {
  const { t } = useTexts();
  const { at, actor, object, address } = event;
  return (
    <li className={styles.row}>
      <time dateTime={at} className={textStyles.detail}>
        {formatClockTime(at)}
      </time>
      <div>
        <EventText event={event} />
        {object?.kind === 'change' && <ChangedParts event={event} search={search} />}
      </div>
      <p className={textStyles.detail}>
        <bdi>{actorText(actor, t)}</bdi>
        {address !== null && ` · ${address}`}
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
