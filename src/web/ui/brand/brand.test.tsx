import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { markGround, markShapes } from './mark-shapes.ts';
import { Logo } from './mark.tsx';

it('two product marks on one page have clip paths with different ids', () => {
  const markup = renderToStaticMarkup([<Logo key="bar" size={40} />, <Logo key="page" size={88} />]);
  const names = [...markup.matchAll(/<clipPath id="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(markup).toContain(`clip-path="url(#${name})"`);
});

it('the favicon has the shapes and colours of the product mark', () => {
  const favicon = readFileSync(new URL('../../public/favicon.svg', import.meta.url), 'utf8');
  expect(favicon).toContain(`fill="${markGround}"`);
  for (const { path, fill } of markShapes) expect(favicon).toContain(`<path fill="${fill}" d="${path}"/>`);
});
