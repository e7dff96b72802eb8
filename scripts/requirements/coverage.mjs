/** Which numbered requirements the test titles name. */

/**
 * The ids of the requirements, in the order of the document.
 * @param {string} document docs/requirements.md: each one is a list item, `- LIVE-3 ...`
 */
export function requirementIdsOf(document) {
  return [...document.matchAll(/^- ([A-Z]+-\d+) /gm)].map((match) => match[1]);
}

/**
 * @param {readonly string[]} ids
 * @param {readonly string[]} titles of tests; one title may name several: `[LIVE-2] [LIVE-5] ...`
 * @returns {{ missing: string[], unknown: string[] }} unknown: ids in titles that are not in the document
 */
export function coverageOf(ids, titles) {
  const named = new Set(titles.flatMap((title) => [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map((match) => match[1])));
  return { missing: ids.filter((id) => !named.has(id)), unknown: [...named].filter((id) => !ids.includes(id)) };
}
