/** Replaces each `{{name}}` in the sentence with the value of this name. */
export function fillPlaceholders(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
