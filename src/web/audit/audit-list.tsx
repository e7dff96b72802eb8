import { List } from '../ui/list/list.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { createLocalTime } from '../history/local-time.ts';
import { formatFullDay } from '../ui/time/time-format.ts';
import { type ManageTranslate, useTexts } from '../administration/use-texts.ts';
import type { AuditEvent } from './use-audit-events.ts';
import { EventText } from './event-text.tsx';
import { ChangedParts } from './parts.tsx';
import styles from './audit.module.css';

interface AuditListProps {
  readonly events: readonly AuditEvent[];
  readonly search: string;
  readonly timeZone: string;
}

/** Lists events of the audit log, grouped by the day on which they happened. */
export function AuditList({ events, search, timeZone: wanted }: AuditListProps) {
  const { language } = useTexts();
  const { timeZone, isForeign, time } = createLocalTime(wanted, language);
  const days = Map.groupBy(events, ({ at }) => formatFullDay(at, language, timeZone));
  return (
    <>
      {isForeign && <p className={textStyles.detail}>{timeZone}</p>}
      {[...days].map(([day, ofDay]) => (
        <Section key={day} title={day}>
          <List isFramed>
            {ofDay.map((event) => (
              <AuditRow key={event.sequence} event={event} search={search} time={time(Date.parse(event.at))} />
            ))}
          </List>
        </Section>
      ))}
    </>
  );
}

interface AuditRowProps extends Pick<AuditListProps, 'search'> {
  readonly event: AuditEvent;
  readonly time: string;
}

function AuditRow({ event, search, time }: AuditRowProps) {
  const { t } = useTexts();
  const { at, actor, object, address } = event;
  return (
    <li className={styles.row}>
      <time dateTime={at} className={textStyles.detail}>
        {time}
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
