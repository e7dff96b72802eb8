/** Which numbered requirements a test stands for. */

/**
 * The numbers of the requirements, in their order.
 * @param {string} document docs/requirements.md: each one is a list item, `- LIVE-3 ...`
 */
export function requirementIdsOf(document) {
  return [...document.matchAll(/^- ([A-Z]+-\d+) /gm)].map((match) => match[1]);
}

/**
 * @param {readonly string[]} ids
 * @param {readonly string[]} titles of tests; one may stand for several: `[LIVE-2] [LIVE-5] ...`
 * @returns {{ missing: string[], unknown: string[] }} unknown: numbers in titles that no requirement has
 */
export function coverageOf(ids, titles) {
  const named = new Set(titles.flatMap((title) => [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map((match) => match[1])));
  return { missing: ids.filter((id) => !named.has(id)), unknown: [...named].filter((id) => !ids.includes(id)) };
}
