import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { deviceKeyEndpoints } from '../../../contract/devices/device-keys.ts';
import { useApi } from '../../api/api-client.tsx';
import { Button } from '../../ui/button/button.tsx';
import { ActionButton } from '../../administration/action-button.tsx';
import { List, listIconClass, ListRow } from '../../ui/list/list.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import textStyles from '../../ui/text.module.css';
import { formatRelativeTime } from '../../ui/time/time-format.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { ConfirmDialog } from '../../administration/dialog/confirm-dialog.tsx';
import { LoadFailure } from '../../administration/load-state.tsx';
import { ManageIcon } from '../../administration/manage-icon.tsx';
import { useTexts } from '../../administration/use-texts.ts';
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
    <Section
      title={t('devices.keys_title')}
      about={t('devices.keys_text')}
      actions={
        <ActionButton icon="add" look="strong" onClick={() => setIsAdding(true)}>
          {t('devices.add_key')}
        </ActionButton>
      }
    >
      {data.items.length === 0 && <PageNotice tone="none">{t('devices.keys_none')}</PageNotice>}
      <List>
        {data.items.map((key) => (
          <KeyRow key={key.id} deviceKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </List>
      {isAdding && <NewKeyDialog onCreated={reload} onClose={() => setIsAdding(false)} />}
      {revoking !== undefined && (
        <RevokeDialog deviceKey={revoking} onRevoked={reload} onClose={() => setRevoking(undefined)} />
      )}
    </Section>
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
    <ListRow
      icon={<ManageIcon name="devices" className={listIconClass} />}
      name={name}
      actions={
        <Button aria-label={`${t('devices.revoke')}: ${name}`} onClick={onRevoke}>
          {t('devices.revoke')}
        </Button>
      }
    >
      <span className={textStyles.detail}>
        {scope.kind === 'everything' ? t('devices.everything') : scopeNames.join(' / ') || scope.uuid}
      </span>
      <span className={textStyles.detail}>{lastUse}</span>
      {ratePerSecond !== null && (
        <span className={textStyles.detail}>{t('devices.at_most', { rate: String(ratePerSecond) })}</span>
      )}
    </ListRow>
  );
}

function useLastUse({ lastUsedAt, lastUsedFrom }: DeviceKey): string {
  const { t, language } = useTexts();
  const now = useNow(60_000) + useClockOffsetMs();
  if (lastUsedAt === null) return t('devices.never_used');
  const time = formatRelativeTime(lastUsedAt, now, language);
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
  const { id, name } = deviceKey;
  const lastUse = useLastUse(deviceKey);
  const revoke = async () => {
    await api.call(deviceKeyEndpoints.revokeDeviceKey, { params: { id } });
    onRevoked();
  };
  return (
    <ConfirmDialog
      title={t('devices.revoke_title', { name })}
      confirmLabel={t('devices.revoke')}
      nameToType={name}
      savedText={t('devices.revoked', { name })}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('devices.revoke_text')}</p>
      <p>{lastUse}</p>
    </ConfirmDialog>
  );
}
