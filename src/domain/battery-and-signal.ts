/** Parses the battery charge and the radio signal of a sensor. */

/** The units in which a signal is shown. */
export const signalUnits = ['dBm', 'percent'] as const;

/** The units in which products send a signal. `linkquality`: 0 to 255, as in Zigbee. */
export const sentSignalUnits = [...signalUnits, 'linkquality'] as const;

export interface Signal {
  readonly value: number;
  readonly unit: (typeof signalUnits)[number];
}

export interface BatteryAndSignal {
  /** The charge in percent. Null: unknown. */
  readonly battery: number | null;
  readonly signal: Signal | null;
}

/** A battery with this charge or less is low. */
export const lowBatteryPercent = 15;

/** An older charge or signal is not shown, because the sensor sends nothing or has got another battery since. */
export const maxBatteryAgeMs = 7 * 24 * 3_600_000;

const maxLinkQuality = 255;
/** The weakest signal that is accepted. Receivers hear nothing below about -150 dBm. */
const minDbm = -150;

/** Parses a charge in percent. Null for any other text. */
export function parseBattery(text: string | undefined): number | null {
  return readNumber(text, 0, 100);
}

/** Parses a signal in this unit. Null for any other text. */
export function parseSignal(text: string | undefined, unit: (typeof sentSignalUnits)[number]): Signal | null {
  if (unit === 'dBm') return signalOf(readNumber(text, minDbm, 0), unit);
  const max = unit === 'linkquality' ? maxLinkQuality : 100;
  const value = readNumber(text, 0, max);
  return signalOf(value === null ? null : Math.round((value / max) * 100), 'percent');
}

function signalOf(value: number | null, unit: Signal['unit']): Signal | null {
  return value === null ? null : { value, unit };
}

/** Parses a number and rounds it. Null for a number outside the bounds and for any other text. */
function readNumber(text: string | undefined, min: number, max: number): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return value >= min && value <= max ? Math.round(value) : null;
}
