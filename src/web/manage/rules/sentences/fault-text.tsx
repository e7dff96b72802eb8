import { useTexts } from '../../shell/use-texts.ts';
import type { FieldFault } from '../draft/rule-faults.ts';
import styles from './rule-form.module.css';

/** What is wrong with a sentence. The element exists before its text, so that screen readers read it. */
export function FaultText({ id, fault }: { readonly id: string; readonly fault: FieldFault | undefined }) {
  const { t } = useTexts();
  return (
    <p id={id} role="alert" className={styles.fault}>
      {fault !== undefined &&
        (fault.field === 'time'
          ? t('rules.wrong_times')
          : t('rules.wrong_number', { from: String(fault.from), to: String(fault.to) }))}
    </p>
  );
}
