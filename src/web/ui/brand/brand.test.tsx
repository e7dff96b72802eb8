import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { tileSvg } from '../../../../scripts/brand/mark-svg.ts';
import { embeddedProviderName } from '../../../contract/environment.ts';
import { Logo } from './mark.tsx';
import { ProviderLogo } from './provider-logo.tsx';

const published = new URL('../../public/', import.meta.url);

/** Width and height in px, from the header of a PNG file. */
function sizeOf(file: string) {
  const png = readFileSync(new URL(file, published));
  return { type: png.toString('latin1', 1, 4), width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

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

describe('app icons', () => {
  it('the favicon is the mark of the page', () => {
    expect(readFileSync(new URL('favicon.svg', published), 'utf8')).toBe(`${tileSvg()}\n`);
  });

  it.each([
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable-512.png', 512],
    ['apple-touch-icon.png', 180],
  ])('%s is %i px wide and high', (file, size) => {
    expect(sizeOf(file)).toEqual({ type: 'PNG', width: size, height: size });
  });
});
