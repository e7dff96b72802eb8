/** Thousands of viewers in a process of their own, so that their work is not the harness's. Told and asked by messages. */
import { openLightViewer, type LightViewer } from './light-viewer.ts';
import { Ask, type Told } from './messages.ts';

const viewers: LightViewer[] = [];

process.on('message', (message) => {
  const ask = Ask.parse(message);
  if (ask.kind === 'open') open(ask);
  else tell(ask.revisions);
});
process.on('disconnect', () => process.exit());

function open({ url, wards, token, count }: Extract<Ask, { kind: 'open' }>): void {
  for (let number = 0; number < count; number += 1) {
    const wardUUID = wards[number % wards.length];
    if (wardUUID !== undefined) viewers.push(openLightViewer({ url, wardUUID, token }));
  }
}

function tell(revisions: Readonly<Record<string, number>>): void {
  const told: Told = {
    live: viewers.filter((viewer) => viewer.isLive()).length,
    right: viewers.filter((viewer) => viewer.isLive() && isRight(viewer, revisions)).length,
  };
  process.send?.(told);
}

function isRight({ board }: LightViewer, revisions: Readonly<Record<string, number>>): boolean {
  return [...board].every(([uuid, revision]) => revision >= (revisions[uuid] ?? Infinity));
}
