import { useId, useState } from 'react';
import { type RoomStatusName, statusOfName } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { secondsText } from '../../../ui/time/time-format.ts';
import buttonStyles from '../../../ui/button.module.css';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { delayText } from './delay-text.ts';
import { RuleSource } from './rule-source.tsx';
import {
  effectiveOf,
  hasOwnRule,
  noEdits,
  ownRules,
  type RulesScope,
  type StatusEdit,
  statusEditOf,
} from '../draft/rule-draft.ts';
import { applyEdits } from '../draft/apply-edits.ts';
import { Sentence } from './sentence.tsx';
import { StatusForm } from './status-form.tsx';
import styles from './rule-list.module.css';

interface StatusRuleProps {
  readonly name: RoomStatusName;
  readonly scope: RulesScope;
  /** Undefined: it is not edited. */
  readonly edit: StatusEdit | 'inherited' | undefined;
  readonly onEdit: (edit: StatusEdit | 'inherited' | undefined) => void;
}

/** One status: what it does, as a sentence, and the same sentence with inputs while it is changed. */
export function StatusRule({ name, scope, edit, onEdit }: StatusRuleProps) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const form = useId();
  const shown = edit === undefined || edit === 'inherited' ? storedEdit(scope, name, edit) : edit;
  const status = board(`status.${name}`);
  const isStoredOwn = hasOwnRule(ownRules(scope, scope.state.rules), name);
  const isOwn = edit === undefined ? isStoredOwn : edit !== 'inherited';
  return (
    <li className={styles.rule} data-changed={edit !== undefined}>
      <div className={styles.ruleHead}>
        <span className={styles.colour} style={{ background: statusOfName(name)?.colour }} />
        <div className={styles.words}>
          <p className={styles.sentence}>
            <StatusSentence status={status} edit={shown} />
          </p>
          <RuleSource scope={scope} part={name} isOwn={isOwn} isChanged={edit !== undefined} />
        </div>
        <button
          type="button"
          className={`${buttonStyles.quiet} ${styles.change}`}
          aria-expanded={isOpen}
          aria-controls={form}
          aria-label={t('rules.change_status', { status })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ManageIcon name="edit" className={buttonStyles.icon} />
        </button>
      </div>
      <div id={form}>
        {isOpen && (
          <StatusForm
            name={name}
            edit={shown}
            onEdit={onEdit}
            onDiscard={edit === undefined ? undefined : () => onEdit(undefined)}
            onInherit={isStoredOwn && edit !== 'inherited' ? () => onEdit('inherited') : undefined}
          />
        )}
      </div>
    </li>
  );
}

/** The fields with what applies now, or with what the places above say. */
function storedEdit(scope: RulesScope, name: RoomStatusName, edit: 'inherited' | undefined): StatusEdit {
  const rules = edit === undefined ? scope.state.rules : applyEdits(scope, { ...noEdits, statuses: { [name]: edit } });
  return statusEditOf(name, effectiveOf(scope, rules));
}

function StatusSentence({ status, edit }: { readonly status: string; readonly edit: StatusEdit }) {
  const { t, language } = useTexts();
  const { effect, minutes, from, to, holdSeconds } = edit;
  const isDelayed = effect !== 'none' && Number(minutes) !== 0;
  const isTimed = effect !== 'none' && from !== '';
  const key = isDelayed ? (isTimed ? 'after_between' : 'after') : isTimed ? 'between' : 'now';
  const parts = {
    status: <strong>{status}</strong>,
    time: delayText(minutes, language),
    from,
    to,
    effect: <strong className={styles[effect]}>{t(`rules.effects.${effect}`)}</strong>,
  };
  const hold = Number(holdSeconds.replace(',', '.')) || 0;
  return (
    <>
      <Sentence text={t(`rules.sentences.${key}`)} parts={parts} />
      {hold > 0 && (
        <span className={pageStyles.detail}> {t('rules.shown_after', { time: secondsText(hold, language) })}</span>
      )}
    </>
  );
}
