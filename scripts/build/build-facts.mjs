/** Version, date and vendor of the build (PROD-5), as constants for the web app. */
import { spawnSync } from 'node:child_process';
import { hashOf } from '../setup/hash.mjs';
import { root } from '../setup/tools.mjs';

/** @returns {Record<string, string>} for vite's `define`; read by src/web/identity/pages/login-page.tsx */
export function buildFacts() {
  const facts = {
    VITE_BUILD_HASH: versionHash(),
    VITE_BUILD_DATE: new Date().toISOString(),
    VITE_VENDOR: process.env.VENDOR_NAME ?? 'Room Status',
  };
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
  );
}

/** The commit, or a hash of the source when there is no repository. */
function versionHash() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : hashOf(root, ['src', 'package-lock.json']);
}
