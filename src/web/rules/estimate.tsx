import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import { type ManageTranslate, useTexts } from '../administration/use-texts.ts';
import { Button } from '../ui/button/button.tsx';
import textStyles from '../ui/text.module.css';
import type { RulesState } from './edit-rules.ts';
import { useEstimate } from './use-rules.ts';

interface EstimateProps {
  readonly state: RulesState;
  readonly draft: PlaceRules;
}

/** Shows how many alerts the changed rules would have raised in the last week. */
export function Estimate({ state, draft }: EstimateProps) {
  const { t } = useTexts();
  const { data, error, refetch, isCounting } = useEstimate(state, draft);
  if (error !== null && !isCounting) {
    return (
      <>
        <p role="status">{t('rules.preview.failed')}</p>
        <Button onClick={() => void refetch()}>{t('shell.retry')}</Button>
      </>
    );
  }
  const hasReports = data?.hasReports !== false;
  return (
    <>
      <p role="status">
        {isCounting && t('rules.preview.counting')}
        {!isCounting && data !== undefined && hasReports && <strong>{numbersText(data, t)}</strong>}
      </p>
      <p className={textStyles.detail}>{t(hasReports ? 'rules.preview.how' : 'rules.preview.nothing_reported')}</p>
    </>
  );
}

function numbersText({ before, after }: { readonly before: number; readonly after: number }, t: ManageTranslate) {
  return [
    t('rules.preview.title'),
    t('rules.preview.before', { count: before }),
    t('rules.preview.after', { count: after }),
  ].join(' · ');
}
