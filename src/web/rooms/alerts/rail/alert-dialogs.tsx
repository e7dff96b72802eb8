import type { AlertControls } from './alert-entry.tsx';
import { AlertSheet } from './alert-sheet.tsx';
import type { RoomAlert } from '../open-alerts.ts';
import { AnswerDialog } from '../answers/answer-dialog.tsx';

/** All alerts, the other answers to one alert, or nothing. */
export type ShownDialog = 'none' | 'all' | { readonly alertUuid: string };

interface AlertDialogsProps extends AlertControls {
  readonly alerts: readonly RoomAlert[];
  readonly shown: ShownDialog;
  readonly onClose: () => void;
}

export function AlertDialogs({ alerts, shown, onClose, ...controls }: AlertDialogsProps) {
  if (shown === 'none') return null;
  if (shown === 'all') return <AlertSheet alerts={alerts} onClose={onClose} {...controls} />;
  const entry = alerts.find(({ alert }) => alert.uuid === shown.alertUuid);
  return entry && <AnswerDialog {...entry} {...controls} onClose={onClose} />;
}
