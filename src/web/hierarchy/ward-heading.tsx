import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { placeOfPath } from './addresses.ts';
import { useSelection } from './selection.ts';
import styles from './ward-heading.module.css';

/** The ward's name: read aloud, and seen where there is no room for the trail that ends with it. */
export function WardHeading() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { ward } = useSelection(placeOfPath(pathname), true);
  return <h1 className={styles.heading}>{ward?.displayName ?? t('wards.one')}</h1>;
}
