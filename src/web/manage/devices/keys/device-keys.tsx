import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { deviceKeyEndpoints } from '../../../../contract/manage/device-keys.ts';
import { useApi } from '../../../api/api-client.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { relativeTime } from '../../../ui/time/time-format.ts';
import { useClockOffsetMs } from '../../../api/server-clock.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { ConfirmDialog } from '../../shell/dialog/confirm-dialog.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from '../devices.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';

type DeviceKey = z.output<typeof deviceKeyEndpoints.listDeviceKeys.response>['items'][number];

const keysQuery = ['device-keys'];
const pollIntervalMs = 3_000;

export function DeviceKeys() {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<DeviceKey>();
  const { data, error, refetch } = useQuery({
    queryKey: keysQuery,
    queryFn: ({ signal }) => api.call(deviceKeyEndpoints.listDeviceKeys, { signal }),
    refetchInterval: pollIntervalMs,
  });
  const reload = () => void queries.invalidateQueries({ queryKey: keysQuery });
  if (data === undefined) return error === null ? null : <LoadFailure error={error} onRetry={refetch} />;
  return (
    <section className={pageStyles.section} aria-labelledby="device-keys">
      <div className={pageStyles.head}>
        <h2 id="device-keys" className={pageStyles.heading}>
          {t('devices.keys_title')}
        </h2>
        <button type="button" className={buttonStyles.strong} onClick={() => setIsAdding(true)}>
          <ManageIcon name="add" className={buttonStyles.icon} />
          {t('devices.add_key')}
        </button>
      </div>
      <p className={pageStyles.text}>{t('devices.keys_text')}</p>
      {data.items.length === 0 && <p className={pageStyles.none}>{t('devices.keys_none')}</p>}
      <ul className={pageStyles.list}>
        {data.items.map((key) => (
          <KeyRow key={key.id} deviceKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      {isAdding && <NewKeyDialog onCreated={reload} onClose={() => setIsAdding(false)} />}
      {revoking !== undefined && (
        <RevokeDialog deviceKey={revoking} onRevoked={reload} onClose={() => setRevoking(undefined)} />
      )}
    </section>
  );
}

interface KeyRowProps {
  readonly deviceKey: DeviceKey;
  readonly onRevoke: () => void;
}

function KeyRow({ deviceKey, onRevoke }: KeyRowProps) {
  const { t } = useTexts();
  const { name, ratePerSecond, scope, scopeNames } = deviceKey;
  const lastUse = useLastUse(deviceKey);
  return (
    <li className={pageStyles.row}>
      <ManageIcon name="devices" className={styles.icon} />
      <div className={pageStyles.words}>
        <p className={pageStyles.name} dir="auto">
          {name}
        </p>
        <p className={pageStyles.detail}>
          {scope.kind === 'everything' ? t('devices.everything') : scopeNames.join(' / ') || scope.uuid}
        </p>
        <p className={pageStyles.detail}>{lastUse}</p>
        {ratePerSecond !== null && (
          <p className={pageStyles.detail}>{t('devices.at_most', { rate: String(ratePerSecond) })}</p>
        )}
      </div>
      <div className={pageStyles.actions}>
        <button
          type="button"
          className={buttonStyles.quiet}
          aria-label={`${t('devices.revoke')}: ${name}`}
          onClick={onRevoke}
        >
          {t('devices.revoke')}
        </button>
      </div>
    </li>
  );
}

function useLastUse({ lastUsedAt, lastUsedFrom }: DeviceKey): string {
  const { t, language } = useTexts();
  const now = useNow(60_000) + useClockOffsetMs();
  if (lastUsedAt === null) return t('devices.never_used');
  const time = relativeTime(lastUsedAt, now, language);
  return lastUsedFrom === null
    ? t('devices.last_used_somewhere', { time })
    : t('devices.last_used', { time, address: lastUsedFrom });
}

interface RevokeDialogProps {
  readonly deviceKey: DeviceKey;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

function RevokeDialog({ deviceKey, onRevoked, onClose }: RevokeDialogProps) {
  const { t } = useTexts();
  const api = useApi();
  const notify = useNotify();
  const { id, name } = deviceKey;
  const lastUse = useLastUse(deviceKey);
  const revoke = async () => {
    await api.call(deviceKeyEndpoints.revokeDeviceKey, { params: { id } });
    notify({ text: t('devices.revoked', { name }) });
    onRevoked();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('devices.revoke_title', { name })}
      confirmLabel={t('devices.revoke')}
      nameToType={name}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('devices.revoke_text')}</p>
      <p>{lastUse}</p>
    </ConfirmDialog>
  );
}
