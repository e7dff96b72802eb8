import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusEndpoints } from '../../contract/status/status.ts';
import { ActionButton } from '../administration/action-button.tsx';
import { FormDialog } from '../administration/dialog/form-dialog.tsx';
import { downloadFile } from '../administration/download.ts';
import { TextField } from '../administration/form/text-field.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { useApi } from '../api/api-client.tsx';
import { ButtonRow } from '../ui/button-row/button-row.tsx';
import { Section } from '../ui/page/section.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { formatStatusTime } from './time-text.ts';
import type { SystemStatus } from '../administration/use-system-status.ts';

/** Shows the last backup, with a button to make one. */
export function BackupSection({ backup: { isOwn, needsPassword, at } }: Pick<SystemStatus, 'backup'>) {
  const { t, language } = useTexts();
  const now = useNow(60_000);
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Section title={t('status.data')} isFramed>
      <p>
        {at === null ? t('status.no_backup') : t('status.last_backup', { time: formatStatusTime(at, now, language) })}
      </p>
      {isOwn ? (
        <ButtonRow side="start">
          <ActionButton icon="file" onClick={() => setIsMaking(true)}>
            {t('status.make_backup')}
          </ActionButton>
        </ButtonRow>
      ) : (
        <p>{t('reasons.backup-elsewhere')}</p>
      )}
      {isMaking && <BackupDialog needsPassword={needsPassword} onClose={() => setIsMaking(false)} />}
    </Section>
  );
}

interface BackupDialogProps {
  /** Whether the server asks for the password. False with an external identity provider. */
  readonly needsPassword: boolean;
  readonly onClose: () => void;
}

/** Asks for the password, makes a backup and saves it. */
function BackupDialog({ needsPassword, onClose }: BackupDialogProps) {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const submit = async () => {
    const name = `room-status-${new Date().toISOString().slice(0, 10)}.sqlite`;
    await downloadFile(api, statusEndpoints.makeBackup, name, { body: needsPassword ? { password } : {} });
    void queries.invalidateQueries({ queryKey: ['system-status'] });
  };
  return (
    <FormDialog
      title={t('status.make_backup')}
      submitLabel={t('status.make_backup')}
      savedText={t('status.backup_done')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('status.backup_warning')}</p>
      {needsPassword && (
        <TextField
          name="password"
          label={t('account.present')}
          hint={t('account.password_why')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
      )}
    </FormDialog>
  );
}
