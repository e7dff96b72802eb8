/** The entry of the script that `lazy-sound.ts` loads. */
export { startBoardAlarm } from './alarm/board-alarm.ts';
export { SoundCheckStrip } from './check/sound-check-strip.tsx';
export { playGivenUp } from './play-given-up.ts';
export { SoundStrip } from './sound-strip.tsx';
export { SoundMenu } from './volume/sound-menu.tsx';
export { createWardSound } from './ward-sound.ts';
