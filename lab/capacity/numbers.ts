/** Numbers for people. */

/** Whole, with thin groups of three: `12 500`. */
export function number(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
}

export function cores(value: number): string {
  return value < 0.01 ? value.toFixed(4) : value.toFixed(2);
}

export function percent(share: number): string {
  return share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Of a thousand each: `1.2 GB`. */
export function bytes(value: number): string {
  let [rest, unit] = [value, 0];
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${rest >= 100 || unit === 0 ? Math.round(rest) : rest.toFixed(1)} ${units[unit]}`;
}
