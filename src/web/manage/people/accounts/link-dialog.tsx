import { Dialog } from '../../shell/dialog/dialog.tsx';
import { OneTimeSecret } from '../../shell/one-time-secret/one-time-secret.tsx';
import { fullTime } from '../../../ui/time/time-format.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { Link } from '../use-people.ts';

interface LinkDialogProps {
  readonly name: string;
  readonly link: Link;
  readonly onClose: () => void;
}

/** A link with which somebody sets a password. Nothing shows it again. */
export function LinkDialog({ name, link: { url, expiresAt }, onClose }: LinkDialogProps) {
  const { t, language } = useTexts();
  return (
    <Dialog title={t('people.link_title', { name })} onClose={onClose}>
      <p>{t('people.link_text', { name, date: fullTime(expiresAt, language) })}</p>
      <OneTimeSecret
        notice={t('people.link_once')}
        label={t('people.link')}
        secret={url}
        qrLabel={t('people.link_qr')}
        onDone={onClose}
      />
    </Dialog>
  );
}
