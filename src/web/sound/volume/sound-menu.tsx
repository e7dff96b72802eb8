import { useId, useState } from 'react';
import { useStore } from '../../shared/create-store.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { useSoundCheck } from '../check/sound-check.ts';
import { TestTone } from '../check/test-tone.tsx';
import styles from '../sound.module.css';
import { wakeLockStore } from '../wake-lock.ts';
import { minVolume, readVolume, type VolumeSettings, writeVolume } from './volume.ts';

/** A dialog with the volume in this browser and the test tone. Its button shows when staff did not hear the tone. */
export function SoundMenu() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const isUnheard = useSoundCheck()?.isHeard === false;
  return (
    <>
      <Button aria-label={t('sound.label')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <UiIcon name={isUnheard ? 'sound-off' : 'sound'} size={20} />
      </Button>
      {isOpen && (
        <Dialog title={t('sound.label')} onClose={() => setIsOpen(false)}>
          <SoundSettings />
        </Dialog>
      )}
    </>
  );
}

/** The settings of the sound in this browser. A change applies to the next sound. */
function SoundSettings() {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(() => readVolume(localStorage));
  const lock = useStore(wakeLockStore);
  function change(part: Partial<VolumeSettings>): void {
    const changed = { ...settings, ...part };
    setSettings(changed);
    writeVolume(localStorage, changed);
  }
  return (
    <div className={styles.panel}>
      <Volume label={t('sound.day')} value={settings.day} onChange={(day) => change({ day })} />
      <Volume label={`${t('sound.night')} · 21–7`} value={settings.night} onChange={(night) => change({ night })} />
      <TestTone />
      {lock !== undefined && (
        <p className={styles.screen}>{t(lock === 'held' ? 'screen.stays_on' : 'screen.may_turn_off')}</p>
      )}
    </div>
  );
}

interface VolumeProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Volume({ label, value, onChange }: VolumeProps) {
  const id = useId();
  const percent = Math.round(value * 100);
  return (
    <div className={styles.volume}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{percent} %</output>
      <input
        id={id}
        type="range"
        min={minVolume * 100}
        max={100}
        step={10}
        value={percent}
        onChange={({ target }) => onChange(target.valueAsNumber / 100)}
      />
    </div>
  );
}
