import { useTranslation } from '../language/translation.tsx';
import { useSelection } from './selection.ts';
import styles from './ward-heading.module.css';

/** The name of the ward as heading. Visible on small screens only, because they show no breadcrumb trail. */
export function WardHeading() {
  const { t } = useTranslation();
  const { ward } = useSelection();
  return <h1 className={styles.heading}>{ward?.displayName ?? t('wards.one')}</h1>;
}

/** The heading of the page with all wards, visible where that of a ward is. */
export function AllWardsHeading() {
  const { t } = useTranslation();
  return <h1 className={styles.heading}>{t('wards.all')}</h1>;
}
