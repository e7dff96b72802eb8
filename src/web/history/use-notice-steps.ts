import { useTranslation } from '../language/translation.tsx';
import type { PastAlert } from './history.ts';
import { useHistoryTexts } from './use-history-texts.ts';

type PastNotice = PastAlert['notices'][number];

/** The reasons with a text of their own. The others are about networks and servers: Manage > Notifications explains them. */
const personalReasons = ['no-phone', 'off-duty', 'removed'] as const;

/** The messages about an alert as steps of it. Messages with the same time and result are one step. */
export function useNoticeSteps({ notices }: Pick<PastAlert, 'notices'>) {
  const { language } = useTranslation();
  const texts = useHistoryTexts();
  const textOf = ({ recipient, outcome, reason }: PastNotice, names: string): string => {
    if (recipient === 'nobody') return texts('message.nobody');
    if (outcome !== 'failed') return texts(`message.${outcome}`, { names });
    const known = personalReasons.find((one) => one === reason) ?? 'other';
    return texts('message.failed', { names, reason: texts(`message.reason.${known}`) });
  };
  const groups = Map.groupBy(notices, ({ at, recipient, outcome, reason }) =>
    [at, recipient === 'nobody', outcome, reason].join(' '),
  );
  return [...groups].flatMap(([key, group]) => {
    const names = group.map(({ name }) => name ?? '?');
    const list = new Intl.ListFormat(language, { style: 'narrow' }).format(names);
    return group.slice(0, 1).map((first) => ({ key, at: first.at, text: textOf(first, list) }));
  });
}
