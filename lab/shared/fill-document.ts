/** The tables in a document, between marks: `<!-- topic: name -->` and `<!-- end -->`. */

const marked = /(<!-- \w+: ([\w-]+) -->\n\n)(.*?)(\n\n<!-- end -->)/gs;

/** The document with these tables. Throws when it wants one that is not there. */
export function fillDocument(text: string, tables: ReadonlyMap<string, string>): string {
  return text.replaceAll(marked, (_all, before: string, name: string, _old: string, after: string) => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`there is no table ${name}`);
    return before + table + after;
  });
}

/** Names of the tables that the document shows. */
export function tablesIn(text: string): readonly string[] {
  return [...text.matchAll(marked)].map(([, , name = '']) => name);
}
