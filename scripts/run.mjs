/** The entry of the commands in package.json. Every other file is loaded after the check of the Node.js version. */
import { refuseOldNode } from './setup/node-version.mjs';

refuseOldNode();
const { runCommand } = await import('./setup/commands.mjs');
const [name = '', ...args] = process.argv.slice(2);
await runCommand(name, args);
