import { DeviceKeys } from './keys/device-keys.tsx';
import { UnknownRooms } from './unknown/unknown-rooms.tsx';
import { Page } from '../ui/page/page.tsx';
import { useTexts } from '../administration/use-texts.ts';

/** The administration page for devices without a room and for device keys. */
export function DevicesPage() {
  const { t } = useTexts();
  return (
    <Page title={t('devices.title')}>
      <UnknownRooms />
      <DeviceKeys />
    </Page>
  );
}
