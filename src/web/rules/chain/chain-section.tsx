import { useState } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../administration/action-button.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { List } from '../../ui/list/list.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import textStyles from '../../ui/text.module.css';
import type { RulesState } from '../edit-rules.ts';
import styles from '../rule-list.module.css';
import { Sentence } from '../sentence.tsx';
import { ChainDialog } from './chain-dialog.tsx';
import { chainInForce, faultOfTarget, placeOfChain, reachOf, type Step } from './edit-chain.ts';
import { useChainTexts } from './use-chain-texts.ts';

/** The chain of a place as sentences: whom an alert reaches that nobody answers, and when. */
export function ChainSection({ state }: { readonly state: RulesState }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const title = t('rules.chain.title');
  const chain = chainInForce(state, state.rules);
  const above = placeOfChain(state);
  const inherited = above === undefined ? t('rules.chain.default') : t('rules.source_above', { name: above });
  return (
    <Section
      title={title}
      about={t('rules.chain.about')}
      actions={
        // A room has the chain of its ward.
        state.level !== 'stream' && (
          <ActionButton
            icon="edit"
            aria-label={t('rules.change_status', { status: title })}
            onClick={() => setIsOpen(true)}
          />
        )
      }
    >
      <List isFramed>
        {chain.map((step) => (
          <StepRow key={step.notify} step={step} contacts={state.contacts} />
        ))}
      </List>
      <p className={textStyles.detail}>{state.rules.chain === undefined ? inherited : t('rules.source_here')}</p>
      <ReachNotice state={state} />
      {isOpen && <ChainDialog state={state} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly contacts: RulesState['contacts'];
}

function StepRow({ step: { after, notify }, contacts }: StepRowProps) {
  const { t } = useTexts();
  const { timeText, targetText } = useChainTexts(contacts);
  const fault = faultOfTarget(notify, contacts);
  const parts = { time: <strong>{timeText(after)}</strong>, target: <bdi>{targetText(notify)}</bdi> };
  return (
    <li className={styles.rule}>
      <div className={styles.words}>
        <p>
          <Sentence text={t(after === 0 ? 'rules.chain.at_once' : 'rules.chain.step')} parts={parts} />
        </p>
        {notify === 'contacts' && (
          <p className={textStyles.detail} dir="auto">
            {contacts.map(({ displayName }) => displayName).join(', ')}
          </p>
        )}
        {fault !== undefined && (
          <p className={styles.fault}>{t(`rules.chain.${fault === 'removed' ? 'removed_effect' : 'no_contacts'}`)}</p>
        )}
      </div>
    </li>
  );
}

/** Says when the chain reaches nobody: always, or while nobody is on duty. */
function ReachNotice({ state }: { readonly state: RulesState }) {
  const { t } = useTexts();
  const reach = reachOf(chainInForce(state, state.rules), state.contacts);
  if (reach === 'contacts') return null;
  if (reach === 'nobody') return <PageNotice tone="warning">{t('rules.chain.reaches_nobody')}</PageNotice>;
  return (
    <p>
      {t('rules.chain.on_duty_only')}{' '}
      {state.level === 'location' && <Link to="/manage/contacts">{t('contacts.title')}</Link>}
    </p>
  );
}
