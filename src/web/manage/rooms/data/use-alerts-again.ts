import { statusOfCode } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { useTexts } from '../../shell/use-texts.ts';

/** A notification names at most this number of alerts. */
const maxNamed = 10;

interface Reopened {
  readonly reopened: readonly { readonly room: string; readonly status: number }[];
}

/** Returns a function that says which alerts a change has raised again, because their rooms are monitored again. */
export function useAlertsAgain(): (changed: Reopened) => string {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  return ({ reopened }) => {
    if (reopened.length === 0) return '';
    const names = reopened
      .slice(0, maxNamed)
      .map(({ room, status }) => `${room} (${board(`status.${statusOfCode(status).name}`)})`);
    return t('rooms.alerts_again', { alerts: [...names, ...(reopened.length > maxNamed ? ['…'] : [])].join(', ') });
  };
}
