import { useTranslation } from '../../../language/translation.tsx';
import { statusOfCode } from '../../../../domain/room-status.ts';
import buttonStyles from '../../../ui/button.module.css';
import { LoadingLine } from '../../../ui/status/loading-line.tsx';
import { calendarDay } from '../../../ui/time/time-format.ts';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { CountTable } from './count-table.tsx';
import type { RulesPreview, usePreview } from './use-preview.ts';
import styles from './preview.module.css';

interface PreviewProps {
  readonly counted: ReturnType<typeof usePreview>;
  readonly isDirty: boolean;
  /** A sentence is wrong, so nothing can be counted. */
  readonly isWrong: boolean;
}

/** What the change would have meant in the last seven nights, before it is saved. */
export function Preview({ counted, isDirty, isWrong }: PreviewProps) {
  const { t } = useTexts();
  return (
    <div className={styles.preview}>
      <h2 className={pageStyles.heading}>{t('rules.preview.title')}</h2>
      {isDirty && !isWrong ? (
        <Counted counted={counted} />
      ) : (
        <p className={pageStyles.detail}>{t(isWrong ? 'rules.preview.wrong' : 'rules.preview.hint')}</p>
      )}
    </div>
  );
}

function Counted({ counted: { data, error, refetch, isCounting } }: Pick<PreviewProps, 'counted'>) {
  const { t } = useTexts();
  return (
    <>
      {isCounting && <LoadingLine title={t('rules.preview.counting')} />}
      {!isCounting && error !== null && <Failure onRetry={refetch} />}
      {error === null && data !== undefined && (
        <div className={isCounting ? styles.outdated : undefined} aria-busy={isCounting}>
          <Outcome preview={data} />
        </div>
      )}
    </>
  );
}

function Failure({ onRetry }: { readonly onRetry: () => unknown }) {
  const { t } = useTexts();
  return (
    <div className={styles.failure}>
      <p>{t('rules.preview.failed')}</p>
      <button type="button" className={buttonStyles.quiet} onClick={() => void onRetry()}>
        {t('shell.retry')}
      </button>
    </div>
  );
}

const maxShownRooms = 8;

function Outcome({ preview }: { readonly preview: RulesPreview }) {
  const { t, language } = useTexts();
  const { t: board } = useTranslation();
  const { before, after, nights, rooms, statuses, gaps, roomCount, changedRoomCount } = preview;
  const dayOf = (evening: string) => calendarDay(`${evening}T12:00:00`, language, 'short');
  const [first, last] = [nights[0]?.evening, nights.at(-1)?.evening];
  if (nights.length === 0) return <p className={pageStyles.detail}>{t('rules.preview.gaps.nights')}</p>;
  const changedRooms = rooms.filter((room) => room.before !== room.after);
  return (
    <div className={styles.outcome}>
      {first !== undefined && last !== undefined && (
        <p className={styles.period}>{t('rules.preview.period', { first: dayOf(first), last: dayOf(last) })}</p>
      )}
      <p className={styles.headline}>
        <span>{t('rules.preview.before', { count: before })}</span>
        <strong>{t('rules.preview.after', { count: after })}</strong>
      </p>
      {gaps.map((gap) => (
        <p key={gap} className={pageStyles.detail}>
          {gap === 'rooms' ? t('rules.preview.gaps.rooms', { count: roomCount }) : t(`rules.preview.gaps.${gap}`)}
        </p>
      ))}
      <CountTable
        caption={t('rules.preview.by_night')}
        rows={nights.map(({ evening, ...counts }) => ({ key: evening, name: dayOf(evening), ...counts }))}
      />
      <CountTable
        caption={t('rules.preview.by_status')}
        rows={statuses
          .filter((one) => one.before !== one.after)
          .map(({ status, ...counts }) => ({
            key: String(status),
            name: board(`status.${statusOfCode(status).name}`),
            ...counts,
          }))}
      />
      <CountTable
        caption={t('rules.preview.by_room')}
        rows={changedRooms.slice(0, maxShownRooms).map(({ uuid, displayName, wardName, ...counts }) => ({
          key: uuid,
          name: displayName,
          detail: wardName,
          ...counts,
        }))}
      />
      {changedRoomCount > maxShownRooms && (
        <p className={pageStyles.detail}>
          {t('rules.preview.more_rooms', { count: changedRoomCount - maxShownRooms })}
        </p>
      )}
      <p className={pageStyles.detail}>{t('rules.preview.how')}</p>
    </div>
  );
}
