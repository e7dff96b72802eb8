import type { Page } from '@playwright/test';

/** Returns the texts of the cards, notices and buttons in the viewport that are covered by another element. */
export function coveredElements(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // A button that has just appeared ignores taps during an animation, in which `elementFromPoint` does not find it.
    const guards = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(guards.map(({ finished }) => finished.catch(() => undefined)));
    const wanted = [...document.querySelectorAll('main :is(article, button, [role="alert"])')];
    if (wanted.length === 0) throw new Error('the page has no card, notice or button');
    const covered = wanted.filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      // A live region without a text has no size, so that it cannot be covered.
      if (element.textContent === '' && (left === right || top === bottom)) return false;
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
      );
      const seen = points.filter(([, y]) => y < innerHeight);
      return seen.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
    });
    return covered.map(({ textContent }) => textContent);
  });
}
