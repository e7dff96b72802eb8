import { Icon } from '../../../ui/icons/icons.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './wiring.module.css';
import type { Preset } from '../use-equipment.ts';
import drawings from './wiring-drawings.json' with { type: 'json' };

type Part = keyof typeof drawings;

interface Wires {
  /** What is in the room. */
  readonly device: Exclude<Part, 'gateway' | 'server' | 'broker' | 'board'>;
  /** What stands between the device and the broker. Undefined: nothing. */
  readonly hub?: 'gateway' | 'server' | 'house';
  /** The name of the hub. Undefined: the general word. */
  readonly hubName?: string;
}

/** By the name of the preset. */
const wiresOf: Readonly<Record<string, Wires>> = {
  frigate: { device: 'camera', hub: 'server', hubName: 'Frigate' },
  'home-assistant': { device: 'sensor', hub: 'house', hubName: 'Home Assistant' },
  zigbee2mqtt: { device: 'bed', hub: 'gateway', hubName: 'Zigbee2MQTT' },
  esphome: { device: 'node' },
  shelly: { device: 'relay' },
  'milesight-vs373': { device: 'radar', hub: 'gateway', hubName: 'LoRaWAN' },
  axis: { device: 'camera' },
  'generic-json': { device: 'sensor' },
};
const otherWires: Wires = { device: 'sensor' };

export function PresetIcon({
  preset = '',
  className,
}: {
  readonly preset?: string | undefined;
  readonly className: string | undefined;
}) {
  return <Icon drawing={drawings[(wiresOf[preset] ?? otherWires).device]} className={className} />;
}

/** The way of a message from the device in the room to the board, as a picture. */
export function Wiring({ preset }: { readonly preset: Preset }) {
  const { t } = useTexts();
  // The others belong to the same documentation.
  const [document] = preset.documents;
  const { device, hub, hubName } = wiresOf[preset.name] ?? otherWires;
  const parts: readonly { readonly part: Part; readonly label: string }[] = [
    { part: device, label: t(`equipment.wiring.${device}`) },
    ...(hub === undefined ? [] : [{ part: hub, label: hubName ?? t('equipment.wiring.sensor') }]),
    { part: 'broker', label: t('equipment.wiring.broker') },
    { part: 'board', label: 'Room Status' },
  ];
  return (
    <figure className={styles.figure}>
      <ol className={styles.parts} aria-label={t('equipment.wiring.title', { product: preset.product })}>
        {parts.map(({ part, label }) => (
          <li key={part} className={styles.part}>
            <Icon drawing={drawings[part]} className={styles.drawing} />
            <span>{label}</span>
          </li>
        ))}
      </ol>
      {document !== undefined && (
        <figcaption className={styles.caption}>
          {t('equipment.documents')}{' '}
          <a href={document} target="_blank" rel="noreferrer">
            {new URL(document).hostname}
          </a>
        </figcaption>
      )}
    </figure>
  );
}
