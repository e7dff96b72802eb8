import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import { useApi } from '../../api/api-client.tsx';
import buttonStyles from '../../ui/button.module.css';
import { localeOf } from '../../ui/time/time-format.ts';
import { ConfirmDialog } from '../shell/dialog/confirm-dialog.tsx';
import { ManageIcon } from '../shell/manage-icon.tsx';
import { useNotify } from '../shell/notifications.tsx';
import pageStyles from '../shell/page.module.css';
import { useTexts } from '../shell/use-texts.ts';
import styles from './account.module.css';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { canCreatePasskeys } from './create-passkey.ts';
import { type OwnPasskey, ownAccountKey } from './own-account.ts';

interface PasskeyListProps {
  readonly passkeys: readonly OwnPasskey[];
  /** Whether passkeys work at the address of the server. */
  readonly canAddPasskeys: boolean;
}

export function PasskeyList({ passkeys, canAddPasskeys }: PasskeyListProps) {
  const { t } = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<OwnPasskey>();
  const isPossible = canAddPasskeys && canCreatePasskeys();
  return (
    <section className={`${pageStyles.panel} ${styles.section}`} aria-label={t('account.passkeys')}>
      <h2 className={pageStyles.heading}>{t('account.passkeys')}</h2>
      <p>{t('account.passkeys_text')}</p>
      {passkeys.length === 0 && <p className={pageStyles.detail}>{t('account.no_passkeys')}</p>}
      <ul className={`${pageStyles.list} ${styles.list}`} aria-label={t('account.passkeys')}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.passkey}>
            <span className={pageStyles.words}>
              <bdi className={pageStyles.name}>{passkey.name}</bdi>
              <PasskeyDates passkey={passkey} />
            </span>
            <button type="button" className={buttonStyles.quiet} onClick={() => setRemoved(passkey)}>
              {t('account.remove')}
            </button>
          </li>
        ))}
      </ul>
      {isPossible ? (
        <button type="button" className={buttonStyles.strong} onClick={() => setIsAdding(true)}>
          <ManageIcon name="add" className={buttonStyles.icon} />
          {t('account.add')}
        </button>
      ) : (
        <p className={pageStyles.detail}>
          {t(canAddPasskeys ? 'account.not_this_browser' : 'reasons.no-passkeys-here')}
        </p>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
      {removed !== undefined && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function PasskeyDates({ passkey: { createdAt, lastUsedAt } }: { readonly passkey: OwnPasskey }) {
  const { t, language } = useTexts();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' });
  const dateOf = (time: string) => format.format(new Date(time));
  const used = lastUsedAt === null ? t('account.not_used') : t('account.used', { date: dateOf(lastUsedAt) });
  return (
    <span className={pageStyles.detail}>
      {t('account.created', { date: dateOf(createdAt) })}, {used}
    </span>
  );
}

function RemoveDialog({ passkey, onClose }: { readonly passkey: OwnPasskey; readonly onClose: () => void }) {
  const { t } = useTexts();
  const { call } = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const { id, name } = passkey;
  return (
    <ConfirmDialog
      title={t('account.remove_title', { name })}
      confirmLabel={t('account.remove')}
      onConfirm={async () => {
        await call(ownAccountEndpoints.removePasskey, { params: { id }, maxAttempts: 1 });
        await queries.invalidateQueries({ queryKey: ownAccountKey });
        notify({ text: t('account.removed', { name }) });
        onClose();
      }}
      onClose={onClose}
    >
      {t('account.remove_text')}
    </ConfirmDialog>
  );
}
