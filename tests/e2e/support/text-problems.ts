/** What is wrong with the text on a page, whatever the language: words that are missing or do not fit. */
import type { Page } from '@playwright/test';
import { catalogues } from '../../../src/web/language/catalogues.ts';

/** Empty when all is well; a line for each thing that is not. */
export async function textProblems(page: Page): Promise<string[]> {
  return page.evaluate(findProblems, keysOf(catalogues.en.translation));
}

/** `clients.choose` and so on: what i18next shows in place of a word it does not have. */
function keysOf(node: object, prefix = ''): string[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [prefix + name],
  );
}

/** Runs in the page. */
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
  // What is only read aloud is one pixel wide.
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
    ...missing.map((text) => `a word is missing: ${text}`),
    ...overflow,
    ...outside.map((element) => `outside of the screen: ${nameOf(element)}`),
    ...cut.map((element) => `cut off: ${nameOf(element)}`),
  ];
}
