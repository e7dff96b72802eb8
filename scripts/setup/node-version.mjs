/** Checks the version of Node.js. Uses only syntax that old versions can parse. */

/**
 * @param {string} version such as `v20.11.1`
 * @param {number} major @param {number} minor
 */
function isAtLeast(version, major, minor) {
  const numbers = version.replace('v', '').split('.').map(Number);
  return numbers[0] > major || (numbers[0] === major && numbers[1] >= minor);
}

/** Whether this version can run TypeScript. @param {string} version */
export function canRunServer(version) {
  return isAtLeast(version, 22, 18);
}

/** Exits with one sentence when Node.js is too old. */
export function refuseOldNode() {
  if (isAtLeast(process.version, 20, 11)) return;
  console.error(
    'Room Status needs Node.js 20.11 or newer to start (this is ' +
      process.version +
      '): install Node.js 24 from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}
