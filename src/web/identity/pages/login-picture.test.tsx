import { readdirSync, statSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LoginPicture } from './login-picture.tsx';

const folder = new URL('../pictures/', import.meta.url);

it('[LOGIN-1] narrow screens get another picture, and screen readers ignore it', () => {
  const markup = renderToStaticMarkup(<LoginPicture className="whole-page" />);
  expect(markup).toMatch(/<source media="\(min-width: 900px\)" srcSet="[^"]*corridor-wide[^"]*"\/>/);
  expect(markup).toMatch(/<img src="[^"]*corridor-narrow[^"]*" alt=""/);
});

it('[LOGIN-1] each picture is smaller than 150 kB', () => {
  const pictures = readdirSync(folder);
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) expect(statSync(new URL(picture, folder)).size).toBeLessThan(150_000);
});
