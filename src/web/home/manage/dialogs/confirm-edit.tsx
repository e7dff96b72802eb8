import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ConfirmDialog } from '../../../administration/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LoadState } from '../../../administration/load-state.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { useSave } from '../data/use-save.ts';
import { EffectText, type HomeEffect } from './effect-text.tsx';

interface ConfirmEditProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** The name of the object, which the user types to confirm the edit. Undefined: pressing the button is enough. */
  readonly nameToType?: string | undefined;
  readonly preview: (signal: AbortSignal) => Promise<HomeEffect>;
  /** Returns the lines of the dialog that describe the effect of the edit in numbers. */
  readonly describe: (effect: HomeEffect) => readonly string[];
  /** Sends the edit to the server. Rejects with the error of the call. */
  readonly send: () => Promise<unknown>;
  /** Returns the text of the notification that is shown when the edit is saved. */
  readonly text: (effect: HomeEffect) => string;
  /** The uuid of the place that the edit removes. Undefined: it removes no place. */
  readonly removed?: string | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows the effect of an edit before it is made: the removed rooms, the ended alerts, and what stops working. */
export function ConfirmEdit(props: ConfirmEditProps) {
  const { title, confirmLabel, nameToType, preview, describe, send, text, removed, onDone, onClose } = props;
  const { t } = useTexts();
  const save = useSave();
  const query = useQuery({
    queryKey: ['manage', 'edit', useId()],
    queryFn: ({ signal }) => preview(signal),
    gcTime: 0,
  });
  const effect = query.data;
  if (effect === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <LoadState queries={[query]} title={t('shell.loading')} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      nameToType={nameToType}
      onConfirm={() => save({ send, text: text(effect), onSaved: onDone, removed })}
      onClose={onClose}
    >
      {describe(effect).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <EffectText effect={effect} isPlain />
    </ConfirmDialog>
  );
}

/** Returns a function that says how many rooms a removal deletes, and how many it keeps as history. */
export function useRemovalText(): (effect: HomeEffect) => readonly string[] {
  const { t } = useTexts();
  return ({ removedCount, retiredCount }) => [
    ...(removedCount > 0 ? [t('rooms.remove_rooms', { count: removedCount })] : []),
    ...(retiredCount > 0 ? [t('rooms.remove_kept', { count: retiredCount })] : []),
    ...(removedCount + retiredCount === 0 ? [t('rooms.remove_empty')] : []),
  ];
}
