/** The entry of the commands in package.json. Checks the version of Node.js before other files are loaded. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(
    `Room Status needs Node.js 20.11 or newer to start (this is ${process.version}): install Node.js 24 from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}
const { runCommand } = await import('./setup/commands.mjs');
const [name = '', ...args] = process.argv.slice(2);
await runCommand(name, args);
