/** Finds the numbered requirements that test titles name. */

/**
 * The ids of the requirements, in the order of the document.
 * @param {string} document docs/requirements.md: each one is a list item, `- LIVE-3 ...`
 */
export function requirementIdsOf(document) {
  return [...document.matchAll(/^- ([A-Z]+-\d+) /gm)].map((match) => match[1]);
}

/**
 * NOTE: this pattern reads text, not syntax. A title is a string that begins with ids and is the first argument of a call:
 * `test('[LIVE-2] [LIVE-5] ...'`. Titles of groups, steps and skipped tests do not count.
 */
const taggedTitle = /(?<!\b(?:describe|step|skip|todo|fixme))\(\s*['"`]((?:\[[A-Z]+-\d+\] ?)+)/g;

/** The ids that the test titles of a file name. @param {string} source @returns {string[]} */
export function testedIdsOf(source) {
  const titles = [...source.matchAll(taggedTitle)].map((match) => match[1]);
  return titles.flatMap((title) => title.match(/[A-Z]+-\d+/g) ?? []);
}
