import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import hidden from '../ui/visually-hidden.module.css';
import { placeOfPath } from './addresses.ts';
import { useSelection } from './selection.ts';

/** The heading of a ward's page, for those who do not see that the trail ends with its name. */
export function WardHeading() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { ward } = useSelection(placeOfPath(pathname), true);
  return <h1 className={hidden.hidden}>{ward?.displayName ?? t('wards.one')}</h1>;
}
