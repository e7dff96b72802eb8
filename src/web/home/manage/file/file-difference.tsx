import type * as z from 'zod/mini';
import type { homeFileEndpoints } from '../../../../contract/home/home-file.ts';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import { PageNotice } from '../../../ui/notice/page-notice.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { EffectText } from '../dialogs/effect-text.tsx';
import styles from './file-dialog.module.css';

type Answer = z.output<typeof homeFileEndpoints.importHome.response>;

const signs = { added: '+', changed: '~', removed: '−', retired: '~' } as const;

/** Shows what an import would do: the number of changes, the single changes, and what would stop working. */
export function HomeFileDifference({ answer }: { readonly answer: Answer }) {
  const { t } = useTexts();
  const { counts, changes, impact, alerts } = answer;
  const total = counts.added + counts.changed + counts.removed + counts.retired;
  return (
    <>
      <p role="status">
        {[
          t('rooms.file.added', { count: counts.added }),
          t('rooms.file.changed', { count: counts.changed }),
          t('rooms.file.removed', { count: counts.removed }),
        ].join(' · ')}
      </p>
      {(counts.retired > 0 || alerts.length > 0 || impact.length > 0) && (
        <PageNotice tone="warning">
          {counts.retired > 0 && <p>{t('rooms.remove_kept', { count: counts.retired })}</p>}
          <EffectText effect={answer} isPlain />
        </PageNotice>
      )}
      <ul className={styles.list} {...keyboardScroll} aria-label={t('rooms.file.changes')}>
        {changes.map(({ effect, level, uuid, path, fields }) => (
          <li key={`${level} ${uuid}`}>
            <bdi>{`${signs[effect]} ${path.join(' / ')}`}</bdi>
            {fields.map(({ name, from, to }) => (
              <p key={name} className={styles.field}>
                {`${name}: ${from ?? '–'} → ${to ?? '–'}`}
              </p>
            ))}
          </li>
        ))}
        {total > changes.length && <li>{t('rooms.impact_more', { count: total - changes.length })}</li>}
      </ul>
    </>
  );
}
