import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SuggestField } from './suggest-field.tsx';

it('the hint of a field is read aloud in the language of the page', () => {
  const hint = 'Sensor mit Belegung';
  const markup = renderToStaticMarkup(
    <SuggestField name="bed" label="Bett" hint={hint} value="" onChange={() => undefined} />,
  );
  expect(markup).toContain(hint);
  expect(markup).not.toContain('lang=');
});
