/** The process that viewer-process.ts starts. It answers each `count` with the number of correct viewers. */
import { type LightViewer, openLightViewer } from './light-viewer.ts';
import { Request } from './viewer-process.ts';

const viewers: LightViewer[] = [];

process.on('message', (message) => {
  const request = Request.parse(message);
  if (request.kind === 'open') {
    const { url, wards, token, count } = request;
    for (let number = 0; number < count; number += 1) {
      const wardUUID = wards[number % wards.length];
      if (wardUUID !== undefined) viewers.push(openLightViewer({ url, wardUUID, token }));
    }
  } else process.send?.(viewers.filter((viewer) => isCorrect(viewer, request.revisions)).length);
});
process.on('disconnect', () => process.exit());

function isCorrect(viewer: LightViewer, revisions: Readonly<Record<string, number>>): boolean {
  return viewer.isLive() && [...viewer.shown].every(([uuid, revision]) => revision >= (revisions[uuid] ?? Infinity));
}
