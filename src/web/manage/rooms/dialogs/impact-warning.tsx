import { DialogWarning } from '../../shell/dialog/dialog.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { ImpactList } from './impact-list.tsx';
import type { ShownImpact } from './use-impact-check.ts';

/** What the user agrees to by saving again. */
export function ImpactWarning({ shown }: { readonly shown: ShownImpact | undefined }) {
  const { t } = useTexts();
  if (shown === undefined) return null;
  const { alertCount, impact } = shown;
  return (
    <DialogWarning>
      {alertCount > 0 && <p>{t('rooms.alerts_end', { count: alertCount })}</p>}
      <ImpactList impact={impact} />
    </DialogWarning>
  );
}
