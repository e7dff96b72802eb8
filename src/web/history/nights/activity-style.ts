import type { Activity } from '../../../domain/history/nights/activity.ts';
import { statusStyle } from '../../board/status/status-style.ts';

/** The status whose colour an activity has. What is not monitored has none: it shows the ground of the band. */
const statusOfActivity: Readonly<Record<Activity, number | null>> = {
  bed: 5,
  up: 3,
  bathroom: 6,
  out: 4,
  staff: 11,
  unmonitored: null,
};

export function activityStyle(activity: Activity) {
  const status = statusOfActivity[activity];
  return status === null ? {} : statusStyle(status, false);
}
