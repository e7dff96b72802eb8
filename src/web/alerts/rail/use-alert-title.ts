import { useEffect } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { isAlertAnswered, type RoomAlert } from '../../live/open-alerts.ts';

/** Shows the number of unanswered alerts and their highest priority in the title and the icon of the browser tab. */
export function useAlertTitle(alerts: readonly RoomAlert[], placeName: string | undefined): void {
  const { t } = useTranslation();
  const unanswered = alerts.filter(({ alert }) => !isAlertAnswered(alert));
  const hasHigh = unanswered.some(({ alert }) => alert.priority === 'high');
  const priority = hasHigh ? 'high' : unanswered[0]?.alert.priority;
  const count = t('alerts.count', { count: unanswered.length });
  const parts = [priority === 'high' ? `(!) ${count}` : count, placeName, t('title')];
  const title = parts.filter((part) => part !== undefined).join(' · ');
  useEffect(() => {
    if (priority === undefined) return undefined;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const before = { title: document.title, href: icon?.href ?? '' };
    document.title = title;
    if (icon !== null) icon.href = `/favicon-${priority}.svg`;
    return () => {
      document.title = before.title;
      if (icon !== null) icon.href = before.href;
    };
  }, [priority, title]);
}
