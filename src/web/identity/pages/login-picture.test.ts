import { readdirSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../pictures/', import.meta.url);

it('[LOGIN-1] each login picture is smaller than 150 kB', () => {
  const pictures = readdirSync(folder);
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) expect(statSync(new URL(picture, folder)).size).toBeLessThan(150_000);
});
