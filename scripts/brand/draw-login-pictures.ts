/**
 * Paints the pictures behind the login into src/web/identity/pictures. Without a graphics card this
 * takes a quarter of an hour each.
 * Run: node scripts/brand/draw-login-pictures.ts [samples for each pixel, 16 by default] [wide | narrow]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { openBrowser } from './browser.ts';
import { narrowScene } from './pictures/narrow-scene.ts';
import { paintInPage } from './pictures/paint-in-page.ts';
import type { Scene } from './pictures/scene.ts';
import { sceneUniforms } from './pictures/uniforms.ts';
import { wideScene } from './pictures/wide-scene.ts';

const target = new URL('../../src/web/identity/pictures/', import.meta.url);
const [samples = '16', only = ''] = process.argv.slice(2);

const pictures = [
  { file: 'corridor-wide.webp', scene: wideScene, width: 1920, height: 1200 },
  { file: 'corridor-narrow.webp', scene: narrowScene, width: 900, height: 1600 },
];

const preamble = '#version 300 es\nprecision highp float;\nprecision highp int;\n';

async function shader(...files: readonly string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(new URL(`pictures/${file}`, import.meta.url), 'utf8')));
  return texts.join('\n');
}

async function shadersFor(scene: Scene) {
  return {
    trace: `${preamble}${sceneUniforms(scene).declarations}\n${await shader('surfaces.glsl', 'light.glsl', 'trace.glsl')}`,
    denoise: preamble + (await shader('denoise.glsl')),
    compose: preamble + (await shader('compose.glsl')),
    paint: preamble + (await shader('paint.glsl')),
  };
}

const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const { file, scene, width, height } of pictures.filter((picture) => picture.file.includes(only))) {
    const shaders = await shadersFor(scene);
    const job = {
      width,
      height,
      samples: Number(samples),
      quality: 0.92,
      shaders,
      uniforms: sceneUniforms(scene).values,
    };
    const picture = Buffer.from((await page.evaluate(paintInPage, job)).replace(/^[^,]*,/, ''), 'base64');
    await writeFile(new URL(file, target), picture);
    console.info(`${file}: ${Math.round(picture.length / 1000)} kB`);
  }
} finally {
  await browser.close();
}
