/** Runs one of our TypeScript programs on the machine's own services. */
import { ensureDependencies } from '../setup/dependencies.mjs';
import { runScript } from '../setup/progress.mjs';
import { runServer } from '../setup/server.mjs';
import { findNode } from '../setup/tools.mjs';
import { ensureWebBuild } from '../setup/web-build.mjs';
import { ensureServices } from './ensure-services.mjs';

/**
 * From a fresh clone: installs and builds what is missing. The command's arguments go to the program.
 * @param {string} file of the program, from the project's root
 * @param {Parameters<typeof ensureServices>[0]} services
 */
export async function runOnServices(file, services) {
  await runScript(async () => {
    await ensureDependencies();
    const node = findNode();
    await ensureServices(services);
    await ensureWebBuild(node);
    return runServer(node, process.argv.slice(2), { file });
  });
}
