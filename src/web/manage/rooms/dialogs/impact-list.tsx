import type { ManageTranslate } from '../../shell/use-texts.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { HomeImpact } from '../../home/home-change.ts';
import styles from './dialogs.module.css';

/** More lines would hide the buttons of a dialog. */
const maxLines = 12;

/** What stops working because of a change. */
export function ImpactList({ impact }: { readonly impact: readonly HomeImpact[] }) {
  const { t } = useTexts();
  if (impact.length === 0) return null;
  const hiddenCount = impact.length - maxLines;
  return (
    <div>
      <p className={styles.impactTitle}>{t('rooms.impact_title')}</p>
      <ul className={styles.impact}>
        {impact.slice(0, maxLines).map((one) => (
          <li key={`${one.kind} ${one.name} ${one.rooms.join()}`}>{impactText(one, t)}</li>
        ))}
        {hiddenCount > 0 && <li>{t('rooms.impact_more', { count: hiddenCount })}</li>}
      </ul>
    </div>
  );
}

function impactText(impact: HomeImpact, t: ManageTranslate): string {
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

function roomsText({ rooms, roomCount }: HomeImpact, t: ManageTranslate): string {
  const listed = rooms.join(', ');
  const more = roomCount - rooms.length;
  return more > 0 ? t('rooms.and_more', { rooms: listed, more: String(more) }) : listed;
}
