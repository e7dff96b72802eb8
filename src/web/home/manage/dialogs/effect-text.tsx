import type * as z from 'zod/mini';
import type { HomeEffect as EffectSchema } from '../../../../contract/home/home-node.ts';
import { statusOfCode } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { PageNotice } from '../../../ui/notice/page-notice.tsx';
import { type ManageTranslate, useTexts } from '../../../administration/use-texts.ts';

export type HomeEffect = z.output<typeof EffectSchema>;
type Impact = HomeEffect['impact'][number];

/** The maximum number of lines about what stops working. More lines would hide the buttons of the dialog. */
const maxLines = 12;

interface EffectTextProps {
  readonly effect: Pick<HomeEffect, 'alerts' | 'impact'>;
  /** Whether the text is part of another notice and has no frame of its own. */
  readonly isPlain?: boolean;
}

/** Lists the alerts that an edit ends or hides, and the names and keys that no longer reach a room. */
export function EffectText({ effect: { alerts, impact }, isPlain = false }: EffectTextProps) {
  const text = (
    <>
      {alerts.length > 0 && <EndedAlerts alerts={alerts} />}
      {impact.length > 0 && <ImpactList impact={impact} />}
    </>
  );
  return isPlain ? text : <PageNotice tone="warning">{text}</PageNotice>;
}

/** Counts the alerts that an edit ends: by status, and the technical ones together as rooms not monitored. */
function EndedAlerts({ alerts }: Pick<HomeEffect, 'alerts'>) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const isTechnical = ({ status }: HomeEffect['alerts'][number]) => statusOfCode(status).priority === 'technical';
  const unmonitored = alerts.filter(isTechnical).reduce((sum, { count }) => sum + count, 0);
  const parts = alerts
    .filter((alert) => !isTechnical(alert))
    .map(({ status, count }) => `${board(`status.${statusOfCode(status).name}`)} (${count})`);
  const all = unmonitored === 0 ? parts : [...parts, board('streams.not_monitored', { count: unmonitored })];
  return <p>{t('rooms.alerts_end', { alerts: all.join(', ') })}</p>;
}

function ImpactList({ impact }: Pick<HomeEffect, 'impact'>) {
  const { t } = useTexts();
  const hiddenCount = impact.length - maxLines;
  return (
    <>
      <strong>{t('rooms.impact_title')}</strong>
      <ul>
        {impact.slice(0, maxLines).map((one) => (
          <li key={`${one.kind} ${one.name} ${one.rooms.join()}`}>{impactText(one, t)}</li>
        ))}
        {hiddenCount > 0 && <li>{t('rooms.impact_more', { count: hiddenCount })}</li>}
      </ul>
    </>
  );
}

function impactText(impact: Impact, t: ManageTranslate): string {
  const { kind, name, isPlaceRemoved, newName, takenBy } = impact;
  const rooms = roomsText(impact, t);
  switch (kind) {
    case 'alias': {
      const text =
        newName === null
          ? t('rooms.impact_alias_removed', { name, rooms })
          : t('rooms.impact_alias_changed', { name, rooms, newName });
      return takenBy === null ? text : `${text} ${t('rooms.impact_alias_taken', { name: takenBy })}`;
    }
    case 'device-key':
      return isPlaceRemoved ? t('rooms.impact_key_place', { name }) : t('rooms.impact_key', { name, rooms });
    case 'group':
      return isPlaceRemoved ? t('rooms.impact_group_place', { name }) : t('rooms.impact_group', { name, rooms });
    case 'connection':
      return t('rooms.impact_connection', { name, rooms });
  }
}

function roomsText({ rooms, roomCount }: Impact, t: ManageTranslate): string {
  const listed = rooms.join(', ');
  const more = roomCount - rooms.length;
  return more > 0 ? t('rooms.and_more', { rooms: listed, more: String(more) }) : listed;
}
