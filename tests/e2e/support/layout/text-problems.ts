/** Finds texts on a page that are missing or do not fit, in any language. */
import type { Page } from '@playwright/test';
import { catalogues } from '../../../support/catalogues.ts';

/** Lists the text problems of a page, one line for each. */
export async function textProblems(page: Page): Promise<string[]> {
  return page.evaluate(findProblems, keysOf(catalogues.en));
}

/** The keys of all texts, such as `clients.choose`. The page shows the key if a text is missing. */
function keysOf(node: object, prefix = ''): string[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [prefix + name],
  );
}

/** Finds the text problems. Runs in the page. */
function findProblems(keys: string[]): string[] {
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')];
  const attributes = ['aria-label', 'title', 'alt', 'placeholder'];
  const texts = elements.flatMap((element) => [
    ...[...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')),
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
  ]);
  const missing = texts.filter((text) => keys.includes(text) || text.includes('{{'));

  const { scrollWidth, clientWidth } = document.documentElement;
  const overflow = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
  // Elements that only screen readers read are one pixel wide, so they are left out.
  const seen = elements.filter((element) => element.getBoundingClientRect().width > 1);
  const outside = seen.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < -1 || right > clientWidth + 1;
  });
  const cut = seen.filter(
    (element) => element.matches('a, button, h1, h2') && element.scrollWidth > element.clientWidth + 1,
  );
  const nameOf = (element: HTMLElement) => `${element.localName} ${element.innerText.slice(0, 40)}`;
  return [
    ...missing.map((text) => `a text is missing: ${text}`),
    ...overflow,
    ...outside.map((element) => `outside of the screen: ${nameOf(element)}`),
    ...cut.map((element) => `cut off: ${nameOf(element)}`),
  ];
}
