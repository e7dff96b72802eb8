/** Which Node.js may run what. Keeps to syntax that every Node.js with modules can read. */

/**
 * @param {string} version such as `v20.11.1`
 * @param {number} major @param {number} minor
 */
function isAtLeast(version, major, minor) {
  const numbers = version.replace('v', '').split('.').map(Number);
  return numbers[0] > major || (numbers[0] === major && numbers[1] >= minor);
}

/** Whether this version runs the server straight from its TypeScript. @param {string} version */
export function canRunServer(version) {
  return isAtLeast(version, 22, 18);
}

/** Ends the process with one sentence where this Node.js is too old to go on. */
export function refuseOldNode() {
  if (isAtLeast(process.version, 20, 11)) return;
  console.error(
    'Room Status needs Node.js 20.11 or newer to start (this is ' +
      process.version +
      '): install Node.js 24 from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}
