/** Replaces each `${NAME}` for which there is a value, as `envsubst` does. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (variable, name: string) => values[name] ?? variable);
}
