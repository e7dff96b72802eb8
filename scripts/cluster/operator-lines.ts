/**
 * How to run the operator's commands on the data of the cluster. A demo needs `--demo` on each command: the address of
 * its database does not show that it is one.
 */
export function operatorLines(settingsFile: string, isDemo: boolean): readonly string[] {
  const demo = isDemo ? ' --demo' : '';
  return [
    `The operator, in another terminal${isDemo ? ', every command with --demo' : ''}:`,
    `  . ./${settingsFile}`,
    `  npm run room-status -- device-key add "my gateway" --scope everything${demo}`,
    `  npm run room-status -- check${demo}`,
  ];
}
