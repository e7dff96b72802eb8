/** Keeps the typed text of open forms when the session ends, until the same user has logged in again. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { useMe } from '../../api/me.ts';
import { typedTextKey } from '../../api/typed-text-key.ts';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CopyLine } from '../one-time-secret/copy-line.tsx';
import { useTexts } from '../use-texts.ts';

const TypedText = z.array(z.object({ label: z.string(), text: z.string() }));

type TypedText = z.output<typeof TypedText>;

/** The attribute that marks a form with unsaved changes, so that `keepTypedText` finds the form. */
export const unsavedForm = { 'data-unsaved': '' } as const;

/** Stores the text fields of all forms with unsaved changes, without passwords, for the user with this subject id. */
export function keepTypedText(subject: string): void {
  const fields = document.querySelectorAll('form[data-unsaved] :is(input, textarea)');
  const typed = [...fields].flatMap((field) => typedFieldsOf(field));
  sessionStorage.setItem(typedTextKey, `${subject} ${JSON.stringify(typed)}`);
}

/** Reads the text that this user typed before the session ended. Undefined: no form had unsaved changes. */
function readTypedText(subject: string): TypedText | undefined {
  const stored = sessionStorage.getItem(typedTextKey);
  if (stored?.startsWith(`${subject} `) !== true) return undefined;
  const { data } = z.safeParse(TypedText, JSON.parse(stored.slice(subject.length + 1)));
  return data;
}

function removeTypedText(): void {
  sessionStorage.removeItem(typedTextKey);
}

function typedFieldsOf(field: Element): TypedText {
  const isTextField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (!isTextField || field.value === '' || ['password', 'checkbox', 'radio', 'file'].includes(field.type)) return [];
  const label = field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';
  return [{ label, text: field.value }];
}

/** Shows the text that the user had typed when the session ended, so that it can be copied into the form again. */
export function TypedTextDialog() {
  const { data: me } = useMe();
  return me !== undefined && <TypedTextOfUser key={me.subject} subject={me.subject} />;
}

function TypedTextOfUser({ subject }: { readonly subject: string }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(() => readTypedText(subject));
  if (typed === undefined) return null;
  const close = () => {
    removeTypedText();
    setTyped(undefined);
  };
  return (
    <Dialog title={t('shell.session_ended')} onClose={close}>
      <p>{t(typed.length === 0 ? 'shell.session_ended_text' : 'shell.session_ended_copy')}</p>
      {typed.map(({ label, text }) => (
        <CopyLine key={label} label={label} text={text} />
      ))}
      <ButtonRow>
        <Button look="strong" onClick={close}>
          {t('shell.done')}
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
