/** The environment for programs that a command runs, such as pg_dump: their own settings are there too. */
export function environmentOfTools(
  settings: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string | undefined>> {
  return { ...settings };
}
