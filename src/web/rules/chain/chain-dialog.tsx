import { useRef, useState } from 'react';
import type { ChainJson } from '../../../contract/rules/chain.ts';
import { ActionButton } from '../../administration/action-button.tsx';
import { ConfirmationField } from '../../administration/form/confirmation-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import layout from '../../ui/layout.module.css';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import type { RulesState } from '../edit-rules.ts';
import { RuleDialog } from '../rule-dialog.tsx';
import { chainInForce, nextStep, reachOf, setChain, type Step } from './edit-chain.ts';
import { StepFields } from './step-fields.tsx';

interface ChainDialogProps {
  readonly state: RulesState;
  readonly onClose: () => void;
}

/** A step of the form. Its target can change while a field has the focus, so an id of its own identifies it. */
interface DraftStep {
  readonly id: number;
  readonly step: Step;
}

const draftOf = (chain: ChainJson): readonly DraftStep[] => chain.map((step, id) => ({ id, step }));

/** The form of the chain of a location or ward. It offers no step that the server would refuse. */
export function ChainDialog({ state, onClose }: ChainDialogProps) {
  const { t } = useTexts();
  const { contacts } = state;
  const [initial] = useState(() => chainInForce(state, state.rules));
  const [draft, setDraft] = useState(() => draftOf(initial));
  const chain = draft.map(({ step }) => step);
  const isDirty = JSON.stringify(chain) !== JSON.stringify(initial);
  return (
    <RuleDialog
      title={t('rules.chain.title')}
      state={state}
      draft={setChain(state, chain)}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Steps draft={draft} contacts={contacts} onChange={setDraft} />
      {state.rules.chain !== undefined && (
        <ButtonRow side="start">
          <Button onClick={() => setDraft(draftOf(chainInForce(state, {})))}>
            {t(`rules.chain.${state.level === 'ward' ? 'as_location' : 'as_default'}`)}
          </Button>
        </ButtonRow>
      )}
      {isDirty && reachOf(chain, contacts) === 'nobody' && (
        <>
          <PageNotice tone="warning">{t('rules.chain.reaches_nobody')}</PageNotice>
          <ConfirmationField name={state.displayName} />
        </>
      )}
    </RuleDialog>
  );
}

interface StepsProps {
  readonly draft: readonly DraftStep[];
  readonly contacts: RulesState['contacts'];
  readonly onChange: (draft: readonly DraftStep[]) => void;
}

function Steps({ draft, contacts, onChange }: StepsProps) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const chain = draft.map(({ step }) => step);
  const next = nextStep(chain, contacts);
  const nextId = Math.max(...draft.map(({ id }) => id)) + 1;
  const remove = (removed: number) => {
    onChange(draft.filter(({ id }) => id !== removed));
    // The button that had the focus is gone, so the focus would leave the form.
    list.current?.focus();
  };
  return (
    <div className={layout.stack} ref={list} tabIndex={-1} role="group" aria-label={t('rules.chain.title')}>
      {draft.map(({ id, step }, index) => (
        <StepFields
          key={id}
          chain={chain}
          step={step}
          index={index}
          contacts={contacts}
          onChange={(changed) => onChange(draft.map((one) => (one.id === id ? { id, step: changed } : one)))}
          onRemove={draft.length > 1 ? () => remove(id) : undefined}
        />
      ))}
      {next !== undefined && (
        <ActionButton icon="add" onClick={() => onChange([...draft, { id: nextId, step: next }])}>
          {t('rules.chain.add')}
        </ActionButton>
      )}
    </div>
  );
}
