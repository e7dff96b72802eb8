import { statusOfCode } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { useTexts } from '../../shell/use-texts.ts';

export interface AlertCount {
  readonly status: number;
  /** Rooms with an open alert of this status. */
  readonly count: number;
}

/** Says which alerts a change ends or hides: those about residents by their status, and how many rooms are not monitored. */
export function AlertsEnd({ alerts }: { readonly alerts: readonly AlertCount[] }) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  if (alerts.length === 0) return null;
  const isTechnical = ({ status }: AlertCount) => statusOfCode(status).priority === 'technical';
  const unmonitored = alerts.filter(isTechnical).reduce((sum, { count }) => sum + count, 0);
  const parts = alerts
    .filter((alert) => !isTechnical(alert))
    .map(({ status, count }) => `${board(`status.${statusOfCode(status).name}`)} (${count})`);
  const all = unmonitored === 0 ? parts : [...parts, board('streams.not_monitored', { count: unmonitored })];
  return <p>{t('rooms.alerts_end', { alerts: all.join(', ') })}</p>;
}
