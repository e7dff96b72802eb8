import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reportConnection } from '../api/connection-state.ts';
import { homePath } from '../hierarchy/addresses.ts';
import buttonStyles from '../ui/button.module.css';
import { EmptyState } from '../ui/status/empty-state.tsx';

/** Shown for an unknown address and for a place that the user may not see, so that both look the same. */
export function NotFoundPage() {
  const { t } = useTranslation();
  useEffect(() => reportConnection({ kind: 'none' }), []);
  return (
    <EmptyState icon="location" title={t('not_found.title')} text={t('not_found.text')}>
      <Link to={homePath} className={buttonStyles.strong}>
        {t('home')}
      </Link>
    </EmptyState>
  );
}
