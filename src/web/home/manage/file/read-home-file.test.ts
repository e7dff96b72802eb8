import { expect, it } from 'vitest';
import { readHomeFile } from './read-home-file.ts';

it('a chosen home file is read without its byte order mark, and its name decides its format', async () => {
  const file = new File(['\uFEFFclient;ward'], 'Home.CSV');
  expect(await readHomeFile(file)).toMatchObject({ name: 'Home.CSV', format: 'csv', text: 'client;ward' });
});

it.each([
  ['home.xlsx', 'wrong_type', new Uint8Array([1])],
  ['home.csv', 'not_utf8', new Uint8Array([0x5a, 0xfc, 0x72])],
  ['home.yaml', 'too_large', new Uint8Array(8_000_001)],
])('the chosen home file %s is not sent, for the reason %s', async (name, problem, bytes) => {
  expect(await readHomeFile(new File([bytes], name))).toEqual({ problem });
});
