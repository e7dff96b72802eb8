/**
 * Writes the favicon and the app icons into src/web/public, drawn from the shapes of the logo.
 * Run: node scripts/brand/draw-app-icons.ts
 */
import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../setup/chromium.mjs';
import { fullBleedSvg, tileSvg } from './mark-svg.ts';

const target = new URL('../../src/web/public/', import.meta.url);

const pictures = [
  { file: 'icon-192.png', size: 192, svg: tileSvg() },
  { file: 'icon-512.png', size: 512, svg: tileSvg() },
  { file: 'icon-maskable-512.png', size: 512, svg: fullBleedSvg(0.72) },
  { file: 'apple-touch-icon.png', size: 180, svg: fullBleedSvg(0.9) },
];

await writeFile(new URL('favicon.svg', target), `${tileSvg()}\n`);

const browser = await chromium.launch(chromiumOptions);
try {
  const page = await browser.newPage();
  for (const { file, size, svg } of pictures) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await writeFile(new URL(file, target), await page.screenshot({ omitBackground: true }));
  }
} finally {
  await browser.close();
}
