import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import buttonStyles from '../../../ui/button.module.css';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { placeBelow } from '../../../ui/menu/place-below.ts';
import { useSoundCheck } from '../check/use-sound-check.ts';
import styles from './sound-menu.module.css';
import { SoundPanel } from './sound-panel.tsx';

/** The volume of this device and the test tone, in a popover. The button shows whether the test tone was not heard. */
export function SoundMenu() {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isUnheard = useSoundCheck()?.isHeard === false;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonStyles.quiet}
        aria-label={t('sound.label')}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <UiIcon name={isUnheard ? 'sound-off' : 'sound'} className={buttonStyles.icon} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="group"
        aria-label={t('sound.label')}
        className={styles.popover}
        onBeforeToggle={() => placeBelow(button.current, popover.current)}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && <SoundPanel />}
      </div>
    </>
  );
}
