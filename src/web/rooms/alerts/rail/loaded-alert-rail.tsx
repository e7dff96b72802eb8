import { useLoaded } from '../../use-loaded.ts';
import type { AlertRailProps } from './alert-rail.tsx';

/** Loads the rail, which is not part of the first load, so that the cards do not wait for it. */
export function LoadedAlertRail(props: AlertRailProps) {
  const loaded = useLoaded('The alerts', load);
  return loaded !== undefined && <loaded.AlertRail {...props} />;
}

const load = () => import('./alert-rail.tsx');
