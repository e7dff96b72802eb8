import { useState } from 'react';
import type { HomeChange, HomeImpact } from '../../home/home-change.ts';
import type { AlertCount } from './alerts-end.tsx';
import { useChangeHome } from '../data/use-change-home.ts';

export interface ShownImpact {
  readonly impact: readonly HomeImpact[];
  readonly alerts: readonly AlertCount[];
}

/**
 * Asks the server what stops working before it saves a change. `shown`: what the user has to agree to by saving again.
 * Call `reset` when the form changes.
 */
export function useImpactCheck() {
  const { change, preview } = useChangeHome();
  const [shown, setShown] = useState<ShownImpact>();
  return {
    shown,
    reset: () => setShown(undefined),
    /** `canBreak`: something may stop working. Resolves to whether the change was saved. */
    save: async (body: HomeChange, text: string, canBreak: boolean): Promise<boolean> => {
      if (canBreak && shown === undefined) {
        const { impact, alerts } = await preview(body);
        if (impact.length > 0 || alerts.length > 0) {
          setShown({ impact, alerts });
          return false;
        }
      }
      await change(body, text);
      return true;
    },
  };
}
