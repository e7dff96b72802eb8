import { DeviceKeys } from './keys/device-keys.tsx';
import { UnknownRooms } from './unknown/unknown-rooms.tsx';
import { Page } from '../shell/page.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** The devices that nobody knows, and the keys with which devices report. */
export function DevicesPage() {
  const { t } = useTexts();
  return (
    <Page title={t('devices.title')}>
      <UnknownRooms />
      <DeviceKeys />
    </Page>
  );
}
