/** The battery and the radio signal of a sensor, as its messages give them. */

/** The units in which a signal is shown. */
export const signalUnits = ['dBm', 'percent'] as const;

/** The units in which products send it. `linkquality`: 0 to 255, as Zigbee has it. */
export const sentSignalUnits = [...signalUnits, 'linkquality'] as const;

export interface Signal {
  readonly value: number;
  readonly unit: (typeof signalUnits)[number];
}

export interface BatteryAndSignal {
  /** Percent. Null: not known. */
  readonly battery: number | null;
  readonly signal: Signal | null;
}

/** A battery with this charge or less is low. */
export const lowBatteryPercent = 15;

/** A value that is older is not shown: the sensor sends nothing, or has another battery by now. */
export const batteryShownForMs = 7 * 24 * 3_600_000;

const maxLinkQuality = 255;
/** Receivers hear nothing below about -150 dBm. */
const minDbm = -150;

/** Null for a text that is no charge in percent. */
export function readBattery(text: string | undefined): number | null {
  return readNumber(text, 0, 100);
}

/** Null for a text that is no signal in this unit. */
export function readSignal(text: string | undefined, unit: (typeof sentSignalUnits)[number]): Signal | null {
  if (unit === 'dBm') return signalOf(readNumber(text, minDbm, 0), unit);
  const max = unit === 'linkquality' ? maxLinkQuality : 100;
  const value = readNumber(text, 0, max);
  return signalOf(value === null ? null : Math.round((value / max) * 100), 'percent');
}

function signalOf(value: number | null, unit: Signal['unit']): Signal | null {
  return value === null ? null : { value, unit };
}

/** The nearest whole number. */
function readNumber(text: string | undefined, min: number, max: number): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return value >= min && value <= max ? Math.round(value) : null;
}
