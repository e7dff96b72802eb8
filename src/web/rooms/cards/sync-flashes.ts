/**
 * Lets all rooms with an unanswered alert flash at the same time. To be called when an animation of an element starts.
 * Each starts when its alert is raised, and many that flash at different times would make the board restless.
 */
export function syncFlashes(target: EventTarget): void {
  if (!(target instanceof Element)) return;
  for (const animation of target.getAnimations({ subtree: true })) {
    if (animation.effect?.getTiming().iterations === Infinity) animation.startTime = 0;
  }
}
