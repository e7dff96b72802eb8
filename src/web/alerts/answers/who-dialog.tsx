import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { useRoomTexts } from '../../live/use-room-texts.ts';
import { Button } from '../../ui/button/button.tsx';
import choiceStyles from '../../ui/choices.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { useAnswerer } from './use-answerer.ts';
import { useTapGuard } from './use-tap-guard.ts';
import styles from './who-dialog.module.css';

/** Nobody may come back to the screen, and the question covers its rooms. */
const closeAfterMs = 30_000;

type WhoDialogProps = Pick<ReturnType<typeof useAnswerer>, 'people' | 'choose' | 'cancel'>;

/** Asks on a wall board who answers: somebody on duty, or somebody else under the name of the board. */
export function WhoDialog({ people, choose, cancel }: WhoDialogProps) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const choices = useRef<HTMLDivElement>(null);
  useTapGuard(choices, 'who');
  const close = useEffectEvent(cancel);
  useEffect(() => {
    const timer = setTimeout(() => close(), closeAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const names = new Map(people.map(({ subject, displayName }) => [subject, displayName ?? t('alerts.colleague')]));
  return (
    <Dialog title={texts('duty.who')} onClose={cancel}>
      <div ref={choices} className={`${choiceStyles.choices} ${styles.people}`}>
        {[...names].map(([subject, name]) => (
          <Button key={subject} onClick={() => choose(subject)}>
            {name}
          </Button>
        ))}
        <Button look="quiet" onClick={() => choose(undefined)}>
          {texts('duty.somebody_else')}
        </Button>
      </div>
    </Dialog>
  );
}
