import type { RoomStatusName } from '../../../../domain/room-status.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { DialogWarning } from '../../shell/dialog/dialog.tsx';
import { ConfirmationField } from '../../shell/form/confirmation-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';

interface TurnOffConfirmationProps {
  /** The name of the place. */
  readonly name: string;
  /** The statuses of high priority that would raise no alert any more. */
  readonly statuses: readonly RoomStatusName[];
}

/** Takes the name of the place before its falls raise no alert any more. */
export function TurnOffConfirmation({ name, statuses }: TurnOffConfirmationProps) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  if (statuses.length === 0) return null;
  const listed = statuses.map((status) => board(`status.${status}`)).join(', ');
  return (
    <>
      <DialogWarning>{t('rules.turns_off', { name, statuses: listed })}</DialogWarning>
      <ConfirmationField name={name} />
    </>
  );
}
