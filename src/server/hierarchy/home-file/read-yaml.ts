/** The hierarchy from YAML, with the line of everything that is wrong. */
import { isNode, isScalar, LineCounter, parseDocument, type Document, visit } from 'yaml';
import { checkFields, rulesText, writePath } from './check-fields.ts';
import { HomeDocument } from './home-schema.ts';
import { type DescribedHome, HomeFileError } from './home.ts';

/** Throws HomeFileError. */
export function readYamlHome(text: string): DescribedHome {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new HomeFileError(
      document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`),
    );
  }
  const cut = cutRules(document, lines);
  if (cut.length > 0) throw new HomeFileError(cut);
  const checked = checkFields(HomeDocument, valueOf(document));
  if ('problems' in checked) {
    throw new HomeFileError(
      checked.problems.map(
        ({ path, reason }) =>
          `line ${lineOf(document, lines, path)}, ${path.length === 0 ? 'the file' : writePath(path)}: ${reason}`,
      ),
    );
  }
  return described(checked.value, (path) => `line ${lineOf(document, lines, path)}`);
}

/** Only who writes `null` means that a device is never expected to be heard: nobody would miss it. */
function cutRules(document: Document, lines: LineCounter): readonly string[] {
  const found: string[] = [];
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || key.value !== 'silentAfter') return;
      if (value !== null && !(isScalar(value) && value.value === null && (value.source ?? '') === '')) return;
      const line = lines.linePos(key.range?.[0] ?? 0).line;
      found.push(`line ${line}, silentAfter: is empty; write seconds, or null where none is ever expected to be heard`);
    },
  });
  return found;
}

/** A file of few references to references could fill the memory: the package counts them. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new HomeFileError([error instanceof Error ? error.message : String(error)]);
  }
}

type PlaceOf = (path: readonly PropertyKey[]) => string;

function described({ clients }: HomeDocument, placeOf: PlaceOf): DescribedHome {
  return (clients ?? []).map(({ locations, ...client }, c) => {
    const ofClient = ['clients', c];
    return {
      ...client,
      place: placeOf(ofClient),
      locations: (locations ?? []).map(({ wards, ...location }, l) => {
        const ofLocation = [...ofClient, 'locations', l];
        return {
          ...location,
          place: placeOf(ofLocation),
          wards: (wards ?? []).map(({ streams, ...ward }, w) => {
            const ofWard = [...ofLocation, 'wards', w];
            return {
              ...ward,
              place: placeOf(ofWard),
              streams: (streams ?? []).map(({ rules, ...stream }, s) => ({
                ...stream,
                rules: rulesText(rules),
                place: placeOf([...ofWard, 'streams', s]),
              })),
            };
          }),
        };
      }),
    };
  });
}

/** Of the nearest part that is there: what is missing has no line of its own. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
