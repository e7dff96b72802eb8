/** Links from the lists of places to the administration and to the pages of the user. */
import { Link } from 'react-router';
import { isManager, useMe } from '../../api/me.ts';
import { accountPath, managePath, phonesPath } from './addresses.ts';
import { useTranslation } from '../../language/translation.tsx';
import buttonStyles from '../../ui/button.module.css';
import { Icon } from '../../ui/icons/icons.tsx';
import drawings from './page-link-drawings.json' with { type: 'json' };
import styles from './page-links.module.css';

/**
 * Links for everybody to the alerts on their phones, for managers and administrators to the administration, and for
 * users of the embedded identity provider to their own account.
 */
export function PageLinks() {
  const { data: me } = useMe();
  if (me === undefined) return null;
  return (
    <>
      <PageLink name="phones" address={phonesPath} />
      {me.hasOwnAccounts && <PageLink name="account" address={accountPath} />}
      {isManager(me) && <PageLink name="manage" address={managePath} />}
    </>
  );
}

function PageLink({ name, address }: { readonly name: keyof typeof drawings; readonly address: string }) {
  const { t } = useTranslation();
  return (
    <Link to={address} className={buttonStyles.quiet}>
      <Icon drawing={drawings[name]} size={20} />
      <span className={styles.name}>{t(name)}</span>
    </Link>
  );
}
