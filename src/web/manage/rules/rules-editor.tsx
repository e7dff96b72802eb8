import { useId } from 'react';
import { ManageForm } from '../shell/form/manage-form.tsx';
import pageStyles from '../shell/page.module.css';
import { useTexts } from '../shell/use-texts.ts';
import { DeviceRules } from './sentences/device-rules.tsx';
import { Exceptions } from './exceptions.tsx';
import { Preview } from './preview/preview.tsx';
import { PreviewSummary } from './preview/preview-summary.tsx';
import { usePreview } from './preview/use-preview.ts';
import { type RulesScope, statusesOf, turnedOff } from './draft/rule-draft.ts';
import { TurnOffConfirmation } from './sentences/turn-off-confirmation.tsx';
import { StatusRule } from './sentences/status-rule.tsx';
import { useEdits } from './draft/use-edits.ts';
import type { Chosen } from './use-rules.ts';
import ruleStyles from './sentences/rule-list.module.css';
import styles from './rules-editor.module.css';
import { keyboardScroll } from '../../ui/keyboard-scroll.ts';

interface RulesEditorProps {
  readonly scope: RulesScope;
  readonly onChoose: (chosen: Chosen) => void;
}

/** The rules of one place as sentences, with what a change would have done, and one button that saves all changes. */
export function RulesEditor({ scope, onChoose }: RulesEditorProps) {
  const { t } = useTexts();
  const { edits, draft, isDirty, setStatus, setDevices, reset, submit } = useEdits(scope);
  const { state } = scope;
  const counted = usePreview(state, isDirty && draft !== undefined ? JSON.stringify(draft) : undefined);
  const previewId = useId();
  return (
    <div className={styles.editor}>
      <div className={styles.sentences}>
        <Exceptions state={state} onChoose={onChoose} />
        {(['alerts', 'no_alerts'] as const).map((group) => (
          <section key={group} className={pageStyles.section} aria-labelledby={`rules-${group}`}>
            <h2 id={`rules-${group}`} className={pageStyles.heading}>
              {t(`rules.${group}`)}
            </h2>
            <ul className={ruleStyles.rules}>
              {statusesOf(scope, group).map((name) => (
                <StatusRule
                  key={name}
                  name={name}
                  scope={scope}
                  edit={edits.statuses[name]}
                  onEdit={(edit) => setStatus(name, edit)}
                />
              ))}
            </ul>
          </section>
        ))}
        <DeviceRules scope={scope} edit={edits.devices} onEdit={setDevices} />
      </div>
      <aside
        id={previewId}
        className={`${pageStyles.panel} ${styles.preview}`}
        {...keyboardScroll}
        aria-label={t('rules.preview.title')}
      >
        <Preview counted={counted} isDirty={isDirty} isWrong={draft === undefined} />
      </aside>
      {isDirty && (
        <div className={styles.saveBar}>
          <PreviewSummary counted={counted} onDetails={() => document.getElementById(previewId)?.scrollIntoView()} />
          <ManageForm isDirty onSubmit={submit} onCancel={reset}>
            <TurnOffConfirmation name={state.displayName} statuses={turnedOff(scope, draft)} />
          </ManageForm>
        </div>
      )}
    </div>
  );
}
