/** The version of Node.js that the server and its commands need. */

/** The minimum major and minor version. scripts/setup/tools.mjs contains the same number. */
const minVersion = [22, 18] as const;

/** Whether this Node.js can run the product. If it cannot, prints a sentence and sets the exit code. */
export function isNodeSupported(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [minMajor, minMinor] = minVersion;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return true;
  console.error(
    `Room Status runs on Node.js ${minVersion.join('.')} or newer (this is ${process.version}): ` +
      'use `npm start`, which installs one, or install Node.js 24 from https://nodejs.org.',
  );
  process.exitCode = 1;
  return false;
}
