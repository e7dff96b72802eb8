import { activities } from '../../../domain/history/nights/activity.ts';
import bandStyles from '../band/band.module.css';
import { useHistoryTexts } from '../use-history-texts.ts';
import { activityStyle } from './activity-style.ts';
import styles from './nights.module.css';

/** What the marks of a night mean. */
export function ActivityLegend() {
  const texts = useHistoryTexts();
  return (
    <ul className={styles.legend}>
      {activities.map((activity) => (
        <li key={activity}>
          <span className={`${bandStyles.ground} ${styles.swatch}`} aria-hidden="true">
            <span className={styles.activity} data-activity={activity} style={activityStyle(activity)} />
          </span>
          {texts(`activity.${activity}`)}
        </li>
      ))}
    </ul>
  );
}
