import type * as z from 'zod/mini';
import type { homeEndpoints } from '../../../../contract/manage/home.ts';
import { DialogWarning } from '../../shell/dialog/dialog.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { AlertsEnd } from '../dialogs/alerts-end.tsx';
import { ImpactList } from '../dialogs/impact-list.tsx';
import styles from './file-dialog.module.css';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';

type Answer = z.output<typeof homeEndpoints.importHome.response>;

const signs = { added: '+', changed: '~', removed: '−', retired: '~' } as const;
/** The counts are complete. A longer list is not read anyway. */
const maxLines = 200;

/** What an import would do: the numbers, each change, and what stops working. */
export function FileDifference({ answer: { counts, changes, impact, alerts } }: { readonly answer: Answer }) {
  const { t } = useTexts();
  const total = counts.added + counts.changed + counts.removed + counts.retired;
  const shown = changes.slice(0, maxLines);
  return (
    <>
      <p role="status" className={styles.counts}>
        {[
          t('rooms.file.added', { count: counts.added }),
          t('rooms.file.changed', { count: counts.changed }),
          t('rooms.file.removed', { count: counts.removed }),
        ].join(' · ')}
      </p>
      {(counts.retired > 0 || alerts.length > 0 || impact.length > 0) && (
        <DialogWarning>
          {counts.retired > 0 && <p>{t('rooms.remove_kept', { count: counts.retired })}</p>}
          <AlertsEnd alerts={alerts} />
          <ImpactList impact={impact} />
        </DialogWarning>
      )}
      <div className={styles.changes} {...keyboardScroll} role="region" aria-label={t('rooms.file.changes')}>
        <ul>
          {shown.map(({ effect, level, uuid, path, fields }) => (
            <li key={`${level} ${uuid}`} data-effect={effect}>
              <span className={styles.sign}>{signs[effect]}</span>
              <span dir="auto">{path.join(' / ')}</span>
              {fields.map(({ name, from, to }) => (
                <span key={name} className={styles.field}>
                  {`${name}: ${from ?? '–'} → ${to ?? '–'}`}
                </span>
              ))}
            </li>
          ))}
          {total > shown.length && <li>{t('rooms.impact_more', { count: total - shown.length })}</li>}
        </ul>
      </div>
    </>
  );
}
