import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { endpoints } from '../../contract/endpoints.ts';
import { useApi } from '../api/api-client.tsx';
import { reportConnection } from '../api/connection-state.ts';
import { homePath } from '../home/lists/addresses.ts';
import buttonStyles from '../ui/button.module.css';
import { EmptyState } from '../ui/status/empty-state.tsx';

/**
 * Shown for an unknown address, and also for a place that the user may not see, so that users cannot find out which
 * places exist.
 */
export function NotFoundPage() {
  const { t } = useTranslation();
  useEffect(() => reportConnection({ kind: 'none' }), []);
  const api = useApi();
  const { data: user } = useQuery({
    queryKey: ['user-role'],
    queryFn: ({ signal }) => api.call(endpoints.getUserRole, { signal }),
  });
  // Shows the missing right to a user without any right, who gets this page at every address.
  if (user?.roles.length === 0) return <EmptyState icon="warning" text={t('session.no_rights')} />;
  return (
    <EmptyState icon="location" title={t('not_found.title')} text={t('not_found.text')}>
      <Link to={homePath} className={buttonStyles.strong}>
        {t('home')}
      </Link>
    </EmptyState>
  );
}
