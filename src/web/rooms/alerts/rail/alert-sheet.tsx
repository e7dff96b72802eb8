import { useState } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { RoomAlert } from '../open-alerts.ts';
import { AlertEntry, type AlertControls } from './alert-entry.tsx';
import styles from './alert-sheet.module.css';

interface AlertSheetProps extends AlertControls {
  readonly alerts: readonly RoomAlert[];
  readonly onClose: () => void;
}

/** All alerts. While the sheet is open they keep their order, and new ones are added at the end. */
export function AlertSheet({ alerts, onClose, ...controls }: AlertSheetProps) {
  const { t } = useTranslation();
  const byUuid = new Map(alerts.map((entry) => [entry.alert.uuid, entry]));
  const [order, setOrder] = useState<ReadonlySet<string>>(new Set());
  const newer = [...byUuid.keys()].filter((uuid) => !order.has(uuid));
  if (newer.length > 0) setOrder(new Set([...order, ...newer]));
  const ordered = [...order].flatMap((uuid) => byUuid.get(uuid) ?? []);
  return (
    <Dialog title={t('alerts.label')} onClose={onClose}>
      {alerts.length === 0 && <p>{t('alerts.none')}</p>}
      <ul className={styles.list}>
        {ordered.map((entry, index) => (
          <AlertEntry key={entry.alert.uuid} {...entry} place={`sheet ${index}`} {...controls} />
        ))}
      </ul>
    </Dialog>
  );
}
