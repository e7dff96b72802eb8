import type { ReactNode } from 'react';
import { Page } from '../../shell/page.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './set-up.module.css';

const steps = ['administrator', 'home', 'device'] as const;

type Step = (typeof steps)[number];

/** The title, the three steps, and the one that is open. */
export function SetUpFrame({ step, children }: { readonly step: Step; readonly children: ReactNode }) {
  const { t } = useTexts();
  const position = steps.indexOf(step);
  return (
    <Page title={t('devices.set_up.title')} className={styles.page}>
      <ol className={styles.steps}>
        {steps.map((name, index) => (
          <li
            key={name}
            className={styles.step}
            data-state={index < position ? 'done' : index === position ? 'current' : 'next'}
            aria-current={index === position ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {index < position ? '✓' : index + 1}
            </span>
            {t(`devices.set_up.step_${name}`)}
          </li>
        ))}
      </ol>
      <div className={`${pageStyles.panel} ${styles.card}`}>{children}</div>
    </Page>
  );
}
