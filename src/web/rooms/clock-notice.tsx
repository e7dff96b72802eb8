import { useTranslation } from 'react-i18next';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { Notice } from '../ui/status/notice.tsx';

const maxOffsetMs = 60_000;

/** Tells staff that the clock of the device is wrong, and that they cannot compare it with the times on the board. */
export function ClockNotice() {
  const { t } = useTranslation();
  if (Math.abs(useClockOffsetMs()) <= maxOffsetMs) return null;
  return (
    <Notice icon="warning" tone="warning">
      <p role="status">{t('clock.wrong')}</p>
    </Notice>
  );
}
