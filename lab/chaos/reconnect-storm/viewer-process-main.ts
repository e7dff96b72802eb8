/** The program of the process that viewer-process.ts starts. Arguments: origin, token, number of viewers, wards. */
import { type LightViewer, openLightViewer } from './light-viewer.ts';
import { Revisions } from './viewer-process.ts';

const [url = '', token = '', count = '0', ...wards] = process.argv.slice(2);
const viewers = Array.from({ length: Number(count) }, (_none, index) =>
  openLightViewer(url, wards[index % wards.length] ?? '', token),
);

/** Answers each message with the number of correct viewers. */
process.on('message', (message) => {
  const revisions = Revisions.parse(message);
  process.send?.(viewers.filter((viewer) => isCorrect(viewer, revisions)).length);
});
process.on('disconnect', () => process.exit());

function isCorrect({ isLive, shown }: LightViewer, revisions: Readonly<Record<string, number>>): boolean {
  return isLive() && [...shown].every(([uuid, revision]) => revision >= (revisions[uuid] ?? Infinity));
}
