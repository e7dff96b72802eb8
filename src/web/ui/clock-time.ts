/** HH:mm:ss in the zone of the screen, 24 hours in every language (specification, section 9). */
export function clockTime(instant: string | number): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
