import { isFindingName } from '../../domain/status/finding.ts';
import { translateReason, translated } from '../administration/form/reason-text.ts';
import { type ManageTexts, type ManageTranslate, useTexts } from '../administration/use-texts.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import { List } from '../ui/list/list.tsx';
import { Section } from '../ui/page/section.tsx';
import textStyles from '../ui/text.module.css';
import { formatRelativeTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';
import { formatStatusTime } from './time-text.ts';
import type { SystemStatus } from '../administration/use-system-status.ts';
import { useHealthFindings } from './use-health-findings.ts';
import styles from './status.module.css';

type Finding = SystemStatus['findings'][number];
type AdviceName = keyof ManageTexts['status']['advice'];

interface NoAnswerProps {
  /** The time of the newest system status. Undefined: there is none. */
  readonly answeredAt: number | undefined;
}

/** Says that the state of the system is not known, and what the health check of the server tells. */
export function NoResponseNotice({ answeredAt }: NoAnswerProps) {
  const { t, language } = useTexts();
  const now = useNow(1_000);
  const health = useHealthFindings();
  const isReached = health !== undefined;
  return (
    <>
      <div className={styles.finding} data-level="problem" role="status">
        <UiIcon name="no-connection" className={styles.icon} />
        <div>
          <p className={styles.summary}>{t(isReached ? 'status.no_status' : 'status.not_reached')}</p>
          {answeredAt !== undefined && (
            <p>{t('status.no_answer_since', { time: formatStatusTime(answeredAt, now, language) })}</p>
          )}
          <p>{t(isReached ? 'status.no_status_advice' : 'status.not_reached_advice')}</p>
        </div>
      </div>
      <WrongFindings findings={(health ?? []).map((one) => ({ ...one, values: { ...one.values } }))} />
    </>
  );
}

interface FindingsProps {
  readonly status: SystemStatus;
  readonly answeredAt: number;
}

/** The state of the whole system, the problems, and the parts that work. */
export function FindingList({ status, answeredAt }: FindingsProps) {
  const { findings } = status;
  return (
    <>
      <Summary status={status} answeredAt={answeredAt} />
      <WrongFindings findings={findings.filter(({ level }) => level !== 'ok')} />
      <WorkingFindings findings={findings.filter(({ level }) => level === 'ok')} />
    </>
  );
}

/** The state of the whole system in one line. */
function Summary({ status, answeredAt }: FindingsProps) {
  const { t, language } = useTexts();
  const now = useNow(1_000);
  const level = status.findings[0]?.level ?? 'ok';
  return (
    <div className={styles.finding} data-level={level}>
      <UiIcon name={level === 'ok' ? 'check' : 'warning'} className={styles.icon} />
      <div>
        {/* Only the sentence is in the status region, because screen readers would read the time every few seconds. */}
        <p className={styles.summary} role="status">
          {t(`status.summary.${level}`)}
        </p>
        <p>{t('status.checked', { time: formatStatusTime(answeredAt, now, language), version: status.version })}</p>
      </div>
    </div>
  );
}

/** Lists the problems, each with what to do about it. */
function WrongFindings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t, language } = useTexts();
  const now = useNow(1_000);
  if (findings.length === 0) return null;
  return (
    <List label={t('status.wrong')}>
      {findings.map((finding) => (
        <li key={keyOf(finding)} className={styles.finding} data-level={finding.level}>
          <UiIcon name="warning" className={styles.icon} />
          <div>
            <h2 className={textStyles.name}>{sentenceOf(finding, t, language)}</h2>
            {finding.since !== null && (
              <p className={textStyles.detail}>
                {t('status.since', {
                  time: formatStatusTime(finding.since, now, language),
                  age: formatRelativeTime(finding.since, now, language),
                })}
              </p>
            )}
            {hasAdvice(finding.name) && <p>{t(`status.advice.${finding.name}`)}</p>}
          </div>
        </li>
      ))}
    </List>
  );
}

/** Lists the parts that work, one line each. */
function WorkingFindings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t, language } = useTexts();
  if (findings.length === 0) return null;
  return (
    <Section title={t('status.working')}>
      <ul className={styles.working}>
        {findings.map((finding) => (
          <li key={keyOf(finding)}>
            <UiIcon name="check" className={styles.workingIcon} />
            {sentenceOf(finding, t, language)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const keyOf = ({ name, values }: Finding) => `${name} ${JSON.stringify(values)}`;

/** The sentence of a finding. A finding of a newer server is shown by its name. */
function sentenceOf({ name, values }: Finding, t: ManageTranslate, language: string): string {
  if (!isFindingName(name)) return name;
  const words = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.toLocaleString(language)]));
  const { code, text: reason = '' } = words;
  const text = translated(code) === undefined ? reason : translateReason({ code, values: words, reason }, t);
  return t(`status.finding.${name}`, { ...words, text });
}

function hasAdvice(name: string): name is AdviceName {
  return isFindingName(name) && !name.endsWith('-ok');
}
