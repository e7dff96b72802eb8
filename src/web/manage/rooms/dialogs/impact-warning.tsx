import { DialogWarning } from '../../shell/dialog/dialog.tsx';
import { AlertsEnd } from './alerts-end.tsx';
import { ImpactList } from './impact-list.tsx';
import type { ShownImpact } from './use-impact-check.ts';

/** What the user agrees to by saving again. */
export function ImpactWarning({ shown }: { readonly shown: ShownImpact | undefined }) {
  if (shown === undefined) return null;
  const { alerts, impact } = shown;
  return (
    <DialogWarning>
      <AlertsEnd alerts={alerts} />
      <ImpactList impact={impact} />
    </DialogWarning>
  );
}
