/** The links of the lists to pages that are no lists. */
import { Link } from 'react-router';
import { isManager, useMe } from '../api/me.ts';
import { accountPath, managePath } from '../hierarchy/addresses.ts';
import { useTranslation } from '../language/translation.tsx';
import buttonStyles from '../ui/button.module.css';
import { Icon } from '../ui/icons/icons.tsx';
import drawings from './page-link-drawings.json' with { type: 'json' };
import styles from './page-links.module.css';

/**
 * Leads managers and administrators to the administration, and users of the embedded identity provider to their own
 * account. Users of a server without these pages see nothing.
 */
export function PageLinks() {
  const { data: me } = useMe();
  if (me === undefined) return null;
  return (
    <>
      {me.hasOwnAccounts && <PageLink name="account" address={accountPath} />}
      {isManager(me) && <PageLink name="manage" address={managePath} />}
    </>
  );
}

function PageLink({ name, address }: { readonly name: keyof typeof drawings; readonly address: string }) {
  const { t } = useTranslation();
  return (
    <Link to={address} className={buttonStyles.quiet}>
      <Icon drawing={drawings[name]} className={buttonStyles.icon} />
      <span className={styles.name}>{t(name)}</span>
    </Link>
  );
}
