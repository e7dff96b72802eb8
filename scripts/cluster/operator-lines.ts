/** What to type for the operator's commands on the cluster's data. */

/** Of the demo nothing in the address of its database tells that its rooms show an invented past. */
export function operatorLines(settingsFile: string, isDemo: boolean): readonly string[] {
  const demo = isDemo ? ' --demo' : '';
  return [
    `The operator, in another terminal${isDemo ? ', every command with --demo' : ''}:`,
    `  . ./${settingsFile}`,
    `  npm run room-status -- device-key add "my gateway" --scope everything${demo}`,
    `  npm run room-status -- check${demo}`,
  ];
}
