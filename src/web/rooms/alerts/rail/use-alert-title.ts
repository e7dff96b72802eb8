import { useEffect } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import { isAnswered, type RoomAlert } from '../open-alerts.ts';

/** Shows the number of unanswered alerts and their highest priority in the title and the icon of the browser's tab. */
export function useAlertTitle(alerts: readonly RoomAlert[], placeName: string | undefined): void {
  const { t } = useTranslation();
  const unanswered = alerts.filter(({ alert }) => !isAnswered(alert));
  const hasHigh = unanswered.some(({ alert }) => alert.priority === 'high');
  const priority = hasHigh ? 'high' : unanswered[0]?.alert.priority;
  const count = t('alerts.count', { count: unanswered.length });
  const parts = [priority === 'high' ? `(!) ${count}` : count, placeName, t('title')];
  const title = parts.filter((part) => part !== undefined).join(' · ');
  useEffect(() => {
    if (priority === undefined) return undefined;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [priority, title]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (priority === undefined || icon === null) return undefined;
    const before = icon.href;
    icon.href = `/favicon-${priority}.svg`;
    return () => {
      icon.href = before;
    };
  }, [priority]);
}
