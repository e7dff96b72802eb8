import { useId, useState } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import { TestTone } from '../check/test-tone.tsx';
import { useWakeLock } from '../../watch/wake-lock.ts';
import { minVolume, readVolume, type VolumeSettings, writeVolume } from './volume.ts';
import styles from './sound-panel.module.css';

/** The settings of the sound on this device. A change applies to the next sound. */
export function SoundPanel() {
  const { t } = useTranslation();
  const [settings, setSettings] = useState(() => readVolume(localStorage));
  function change(part: Partial<VolumeSettings>): void {
    const changed = { ...settings, ...part };
    setSettings(changed);
    writeVolume(localStorage, changed);
  }
  return (
    <div className={styles.panel}>
      <Volume label={t('sound.day')} value={settings.day} onChange={(day) => change({ day })} />
      <Volume label={t('sound.night')} value={settings.night} onChange={(night) => change({ night })} />
      <div className={styles.hours}>
        <Hour
          label={t('sound.night_from')}
          value={settings.nightFrom}
          onChange={(nightFrom) => change({ nightFrom })}
        />
        <Hour
          label={t('sound.night_until')}
          value={settings.nightUntil}
          onChange={(nightUntil) => change({ nightUntil })}
        />
      </div>
      <TestTone />
      <ScreenState />
    </div>
  );
}

/** Whether the device keeps the screen on. */
function ScreenState() {
  const { t } = useTranslation();
  const wakeLock = useWakeLock();
  if (wakeLock === undefined) return null;
  return <p className={styles.screen}>{t(wakeLock === 'held' ? 'screen.stays_on' : 'screen.may_turn_off')}</p>;
}

interface FieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Volume({ label, value, onChange }: FieldProps) {
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

const hours = Array.from({ length: 24 }, (_none, hour) => hour);

function Hour({ label, value, onChange }: FieldProps) {
  return (
    <label className={styles.hour}>
      {label}
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {String(hour).padStart(2, '0')}:00
          </option>
        ))}
      </select>
    </label>
  );
}
