/** Returns the version, date and vendor of the build (PROD-5) as constants for the web app. */
import { spawnSync } from 'node:child_process';
import { hashOf } from '../setup/hash.mjs';
import { root } from '../setup/tools.mjs';

/** @returns {Record<string, string>} for vite's `define`; read by src/web/identity/pages/login-page.tsx */
export function buildFacts() {
  return {
    'import.meta.env.VITE_BUILD_HASH': JSON.stringify(versionHash()),
    'import.meta.env.VITE_BUILD_DATE': JSON.stringify(new Date().toISOString()),
    'import.meta.env.VITE_VENDOR': JSON.stringify(process.env.VENDOR_NAME ?? 'Room Status'),
  };
}

/** Returns the hash of the commit, or a hash of the source when there is no repository. */
function versionHash() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : hashOf(['src', 'package-lock.json']);
}
