import { useTranslation } from 'react-i18next';
import { statusOfCode } from '../../domain/room-status.ts';
import type { Stream } from '../../domain/stream.ts';
import hidden from '../ui/visually-hidden.module.css';

/**
 * Says the latest news to those who do not see the board; the most urgent at once, the rest in turn.
 * NOTE: only what changes is read out, and a second fall in the same room reads like the first: hence the key.
 */
export function UpdateAnnouncer({ news }: { news: readonly Stream[] }) {
  const { t } = useTranslation();
  const urgent = news.some((stream) => statusOfCode(stream.roomStatus).priority === 'high');
  const text = news
    .map((stream) => `${stream.displayName}: ${t(`status.${statusOfCode(stream.roomStatus).name}`)}`)
    .join(', ');
  const words = <span key={announcementKey(news)}>{text}</span>;
  return (
    <>
      <p className={hidden.hidden} aria-live="polite">
        {!urgent && words}
      </p>
      <p className={hidden.hidden} aria-live="assertive">
        {urgent && words}
      </p>
    </>
  );
}

/** Tells one announcement from every other, those of the same words too. */
export function announcementKey(news: readonly Stream[]): string {
  return news.map(({ uuid, revision }) => `${uuid} ${revision}`).join(', ');
}
