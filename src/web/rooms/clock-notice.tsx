import { useTranslation } from '../language/translation.tsx';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { Notice } from '../ui/status/notice.tsx';

const maxOffsetMs = 60_000;

/** Warns staff that the clock of the device is wrong, so it cannot be compared with the times on the board. */
export function ClockNotice() {
  const { t } = useTranslation();
  if (Math.abs(useClockOffsetMs()) <= maxOffsetMs) return null;
  return (
    <Notice icon="warning" tone="warning">
      <p role="status">{t('clock.wrong')}</p>
    </Notice>
  );
}
