import { contactOfTarget } from '../../../contract/rules/chain.ts';
import { useTexts } from '../../administration/use-texts.ts';
import { formatMinutes, formatSeconds } from '../../ui/time/time-format.ts';
import type { RulesState } from '../edit-rules.ts';
import type { Target } from './edit-chain.ts';

/** The texts of the times and the targets of steps. */
export function useChainTexts(contacts: RulesState['contacts']) {
  const { t, language } = useTexts();
  return {
    timeText: (seconds: number): string =>
      seconds % 60 === 0 ? formatMinutes(seconds / 60, language) : formatSeconds(seconds, language),
    targetText: (target: Target): string => {
      if (target === 'ward' || target === 'location' || target === 'contacts')
        return t(`rules.chain.targets.${target}`);
      const name = contacts.find(({ uuid }) => uuid === contactOfTarget(target))?.displayName;
      return name === undefined ? t('rules.chain.targets.removed') : t('rules.chain.targets.contact', { name });
    },
  };
}
