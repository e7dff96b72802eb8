import { useTexts } from '../shell/use-texts.ts';
import type { RulesState } from './draft/rule-draft.ts';
import type { Chosen } from './use-rules.ts';
import styles from './rules-editor.module.css';

interface ExceptionsProps {
  readonly state: RulesState;
  readonly onChoose: (chosen: Chosen) => void;
}

/** The wards and rooms below that have rules of their own, so that a change here may not reach them. */
export function Exceptions({ state: { below }, onChoose }: ExceptionsProps) {
  const { t } = useTexts();
  if (below.count === 0) return null;
  return (
    <div className={styles.exceptions}>
      <p>{t('rules.exceptions', { count: below.count })}</p>
      <ul className={styles.exceptionList}>
        {below.first.map(({ level, uuid, displayName }) => (
          <li key={uuid}>
            <button type="button" className={styles.exception} dir="auto" onClick={() => onChoose({ level, uuid })}>
              {displayName}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
