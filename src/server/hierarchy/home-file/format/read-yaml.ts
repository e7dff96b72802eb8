import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { type FileHome, type FileNode, HomeFileError } from '../home.ts';
import { checkFields } from './check-fields.ts';
import { HomeDocument } from './home-schema.ts';

type Path = readonly PropertyKey[];

/** Reads a home from YAML. Throws HomeFileError with everything that is wrong, each with its line. */
export function readYamlHome(text: string): FileHome {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new HomeFileError(
      document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`),
    );
  }
  const emptyRules = findEmptyRules(document, lines);
  if (emptyRules.length > 0) throw new HomeFileError(emptyRules);
  const placeOf = (path: Path) => `line ${lineOf(document, lines, path)}`;
  const checked = checkFields(HomeDocument, toValue(document));
  if ('problems' in checked) {
    throw new HomeFileError(
      checked.problems.map(({ path, reason }) => `${placeOf(path)}, ${formatPath(path)}: ${reason}`),
    );
  }
  return toNodes(checked.value.clients, ['clients'], placeOf, ({ locations, ...client }, ofClient) => ({
    ...client,
    children: toNodes(locations, [...ofClient, 'locations'], placeOf, ({ wards, ...location }, ofLocation) => ({
      ...location,
      children: toNodes(wards, [...ofLocation, 'wards'], placeOf, ({ streams, ...ward }, ofWard) => ({
        ...ward,
        children: toNodes(streams, [...ofWard, 'streams'], placeOf, (stream) => ({ ...stream, children: [] })),
      })),
    })),
  }));
}

function toNodes<T>(
  items: readonly T[] | null | undefined,
  path: Path,
  placeOf: (path: Path) => string,
  toNode: (item: T, path: Path) => Omit<FileNode, 'place'>,
): readonly FileNode[] {
  return (items ?? []).map((item, index) => {
    const itemPath = [...path, index];
    return { ...toNode(item, itemPath), place: placeOf(itemPath) };
  });
}

/** In YAML an empty `silentAfter:` means null, which switches offline detection off. Only a written null may do that. */
function findEmptyRules(document: Document, lines: LineCounter): readonly string[] {
  const problems: string[] = [];
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || key.value !== 'silentAfter') return;
      if (value !== null && !(isScalar(value) && value.value === null && (value.source ?? '') === '')) return;
      const { line } = lines.linePos(key.range?.[0] ?? 0);
      problems.push(`line ${line}, silentAfter: is empty; write seconds, or null if the device is never offline`);
    },
  });
  return problems;
}

/** A short file of nested references could expand until the memory is full. The package counts them and throws earlier. */
function toValue(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new HomeFileError([error instanceof Error ? error.message : String(error)]);
  }
}

/** A missing field has no line. Its line is that of the nearest node around it. */
function lineOf(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** `clients[0].locations[1].alias` */
function formatPath(path: Path): string {
  if (path.length === 0) return 'the file';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}
