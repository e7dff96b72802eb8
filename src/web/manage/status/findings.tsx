import { isFindingName } from '../../../domain/status/finding.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { relativeTime } from '../../ui/time/time-format.ts';
import { useNow } from '../../ui/time/use-now.ts';
import pageStyles from '../shell/page.module.css';
import { type ManageTexts, useTexts } from '../shell/use-texts.ts';
import { sentenceOf } from './finding-text.ts';
import { timeText } from './time-text.ts';
import type { ShownFinding } from './use-system-status.ts';
import styles from './findings.module.css';

type AdviceName = keyof ManageTexts['status']['advice'];

/** What is wrong, with what to do about it. */
export function WrongFindings({ findings }: { readonly findings: readonly ShownFinding[] }) {
  const { t, language } = useTexts();
  const now = useNow(1_000);
  if (findings.length === 0) return null;
  return (
    <section className={pageStyles.section} aria-label={t('status.wrong')}>
      <ul className={pageStyles.list}>
        {findings.map((finding) => (
          <li key={keyOf(finding)} className={styles.finding} data-level={finding.level}>
            <UiIcon name="warning" className={styles.icon} />
            <div className={pageStyles.words}>
              <h2 className={pageStyles.name}>{sentenceOf(finding, t, language)}</h2>
              {finding.since !== null && (
                <p className={pageStyles.detail}>
                  {t('status.since', {
                    time: timeText(finding.since, now, language),
                    age: relativeTime(finding.since, now, language),
                  })}
                </p>
              )}
              {hasAdvice(finding.name) && <p className={styles.advice}>{t(`status.advice.${finding.name}`)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The parts that work, one line each. */
export function WorkingFindings({ findings }: { readonly findings: readonly ShownFinding[] }) {
  const { t, language } = useTexts();
  if (findings.length === 0) return null;
  return (
    <section className={pageStyles.section} aria-labelledby="status-working">
      <h2 id="status-working" className={pageStyles.heading}>
        {t('status.working')}
      </h2>
      <ul className={styles.working}>
        {findings.map((finding) => (
          <li key={keyOf(finding)} className={styles.workingPart}>
            <UiIcon name="check" className={styles.workingIcon} />
            {sentenceOf(finding, t, language)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const keyOf = ({ name, values }: ShownFinding) => `${name} ${JSON.stringify(values)}`;

function hasAdvice(name: string): name is AdviceName {
  return isFindingName(name) && !name.endsWith('-ok') && name !== 'backup-elsewhere';
}
