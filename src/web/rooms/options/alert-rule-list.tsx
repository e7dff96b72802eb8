import { statusOfCode } from '../../../domain/room-status.ts';
import type { ShownAlertRule } from '../../../domain/alerts/shown-rule.ts';
import { useTranslation } from '../../language/translation.tsx';
import { durationOfRule } from './duration-of-rule.ts';
import styles from './room-options.module.css';
import { useOptionTexts } from './use-option-texts.ts';

/** What the room does differently from the defaults, such as "Left the room > 10 min · 22:00–06:00". */
export function AlertRuleList({ rules }: { readonly rules: readonly ShownAlertRule[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('room_options.rules')}</h3>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule.status}>
            <RuleText rule={rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RuleText({ rule: { status, priority, afterSeconds, between } }: { readonly rule: ShownAlertRule }) {
  const { t, language } = useTranslation();
  const texts = useOptionTexts();
  const name = t(`status.${statusOfCode(status).name}`);
  if (priority === null) return texts('no_alert', { status: name });
  const duration = afterSeconds === 0 ? '' : ` > ${durationOfRule(afterSeconds, language)}`;
  const time = between === null ? '' : ` · ${between.replace('-', '–')}`;
  return `${name}${duration}${time}`;
}
