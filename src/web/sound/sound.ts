/** The exports that `lazy-sound.ts` loads with one request. */
export { startBoardAlarm } from './alarm/board-alarm.ts';
export { SoundStrip } from './sound-strip.tsx';
export { playTestTone } from './check/test-tone.tsx';
export { SoundMenu } from './volume/sound-menu.tsx';
export { createWardSound, playAnswerFailed } from './ward-sound.ts';
