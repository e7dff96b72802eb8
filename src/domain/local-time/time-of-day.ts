/** Times of day as people write them, such as `07:00`. */

const pattern = /^([01]\d|2[0-3]):[0-5]\d$/;

export function isTimeOfDay(text: string): boolean {
  return pattern.test(text);
}

/** The minute of the day of a time such as `07:00`. */
export function minuteOfTimeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}
