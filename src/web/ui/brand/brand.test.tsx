import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { tileSvg } from '../../../../scripts/brand/mark-svg.ts';
import { embeddedProviderName } from '../../../contract/environment.ts';
import { Logo } from './mark.tsx';
import { ProviderLogo } from './provider-logo.tsx';

describe('logo', () => {
  it('has the name of the product as its label', () => {
    expect(renderToStaticMarkup(<Logo size={40} />)).toContain('role="img" aria-label="Room Status"');
  });

  it('two marks on one page have clip paths with different ids', () => {
    const markup = renderToStaticMarkup([<Logo key="bar" size={40} />, <Logo key="page" size={88} />]);
    const names = [...markup.matchAll(/<clipPath id="([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(markup).toContain(`clip-path="url(#${name})"`);
  });

  it('the embedded provider is shown with the mark, any other provider by its name only', () => {
    const ours = renderToStaticMarkup(<ProviderLogo name={embeddedProviderName} />);
    expect(ours).toContain('<svg');
    expect(ours).toContain(`role="img" aria-label="${embeddedProviderName}"`);
    const other = renderToStaticMarkup(<ProviderLogo name="Sonnenhof Login" />);
    expect(other).toContain('Sonnenhof Login');
    expect(other).not.toMatch(/<svg|role=/);
  });
});

it('the favicon is the mark of the page', () => {
  expect(readFileSync(new URL('../../public/favicon.svg', import.meta.url), 'utf8')).toBe(`${tileSvg()}\n`);
});
