/** What the demo's devices call their places: short, for topics and commands, and without the residents' names. */

/** Letters that are no plain letter with a mark. */
const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss' };

/** `Harbour House` is `harbour-house`. */
export function demoAlias(displayName: string): string {
  return displayName
    .toLowerCase()
    .replace(/[øæœß]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z\d]+/g, '-');
}

/** `Room 101 Alma` is `room-101`; a room without a number is called by its name. */
export function demoRoomAlias(displayName: string): string {
  return demoAlias(/^\S+ \d+(?: bis)?/.exec(displayName)?.[0] ?? displayName);
}
