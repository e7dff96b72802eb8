import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHostList } from '../host-list.ts';
import { refusalOfAddress } from './checked-address.ts';

const nobody = createHostList([]);
const https = new URL('https://receiver.example/');
const refusal = (address: string, isListed = nobody, url = https) => refusalOfAddress(url, address, isListed);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '4000::1',
  'not an address',
])('a webhook does not reach the address %s, which is not of the internet', (address) => {
  expect(refusal(address)).toBe('forbidden-address');
});

test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
  'a webhook reaches the address %s of the internet with https, and not with http',
  (address) => {
    expect(refusal(address)).toBeUndefined();
    expect(refusal(address, nobody, new URL('http://receiver.example/'))).toBe('needs-https');
  },
);

test('no spelling of an address of a private network passes, and each does if the operator lists the network', () => {
  const listed = createHostList(['10.0.0.0/8']);
  fc.assert(
    fc.property(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 }), (b, c, d) => {
      const hex = (high: number, low: number) => (high * 256 + low).toString(16);
      const spellings = [`10.${b}.${c}.${d}`, `::ffff:10.${b}.${c}.${d}`, `::ffff:${hex(10, b)}:${hex(c, d)}`];
      const numbers = [10, b, c, d];
      const whole = numbers.reduce((sum, part) => sum * 256 + part, 0);
      spellings.push(new URL(`http://${whole}/`).hostname, new URL(`http://0x${whole.toString(16)}/`).hostname);
      for (const spelling of spellings) {
        expect(refusal(spelling), spelling).toBe('forbidden-address');
        expect(refusal(spelling, listed), spelling).toBeUndefined();
      }
    }),
  );
});

test('a host that the operator lists by its name is reached at any address, also with http', () => {
  const listed = createHostList(['receiver.example']);
  expect(refusal('192.168.1.7', listed, new URL('http://Receiver.Example:8123/hook'))).toBeUndefined();
  expect(refusal('192.168.1.7', listed, new URL('http://other.example/'))).toBe('forbidden-address');
});
