import { useTranslation } from 'react-i18next';
import { statusOfCode } from '../../domain/room-status.ts';
import type { Stream } from '../../domain/stream.ts';
import hidden from '../ui/visually-hidden.module.css';

/** Says the latest news to those who do not see the board; the most urgent at once, the rest in turn. */
export function NewsAnnouncer({ news }: { news: readonly Stream[] }) {
  const { t } = useTranslation();
  const urgent = news.some((stream) => statusOfCode(stream.roomStatus).priority === 'high');
  const text = news
    .map((stream) => `${stream.displayName}: ${t(`status.${statusOfCode(stream.roomStatus).name}`)}`)
    .join(', ');
  return (
    <>
      <p className={hidden.hidden} aria-live="polite">
        {urgent ? '' : text}
      </p>
      <p className={hidden.hidden} aria-live="assertive">
        {urgent ? text : ''}
      </p>
    </>
  );
}
