import { expect, test } from 'vitest';
import { isInstalled, requireProductDependencies } from './dependencies.mjs';

const fitting = { version: '3.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
const locked = {
  '': { version: '0.1.0' },
  'node_modules/plain': { version: '1.2.3' },
  'node_modules/for-this-machine': fitting,
  'node_modules/for-another-machine': { ...fitting, os: ['aix'] },
};
const { '': _project, 'node_modules/for-another-machine': _other, ...installed } = locked;

test('dependencies count as installed without the optional packages for other platforms', () => {
  expect(isInstalled(locked, installed)).toBe(true);
});

test("the operator's command line does not run without the production dependencies, and runs without development dependencies", () => {
  const withTool = { ...locked, 'node_modules/tool': { version: '1.0.0', dev: true } };
  expect(() => requireProductDependencies(withTool, installed)).not.toThrow();
  expect(() => requireProductDependencies(withTool, {})).toThrow('run `npm run build`');
});

test('dependencies count as not installed when a package is missing or has another version, also an optional package for this platform', () => {
  expect(isInstalled(locked, {})).toBe(false);
  expect(isInstalled(locked, { ...installed, 'node_modules/plain': { version: '1.2.2' } })).toBe(false);
  expect(isInstalled(locked, { 'node_modules/plain': { version: '1.2.3' } })).toBe(false);
});
