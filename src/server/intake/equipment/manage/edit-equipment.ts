/** Changes one connection in the text of an equipment file. Comments and the layout of the other lines stay. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isSeq, visit, YAMLMap, YAMLSeq } from 'yaml';
import { parseYamlDocument } from '../file/read-yaml-file.ts';

/** The values of a connection, in the order in which a new one is written. */
type Values = Readonly<Record<string, unknown>>;

export interface ConnectionEdit {
  /** Undefined: the connection is added at the end. */
  readonly index: number | undefined;
  /** Null: it is removed. */
  readonly connection: Values | null;
}

const emptyFile = '# Products that are connected to Room Status. See docs/connect-equipment.md.\nconnections: []\n';

export function editEquipment(text: string, { index, connection }: ConnectionEdit): string {
  const document = parseYamlDocument(text.trim() === '' ? emptyFile : text);
  if (index !== undefined) copyReferences(document);
  const connections = connectionsOf(document);
  if (index === undefined) {
    if (connection !== null) addConnection(document, connections, connection);
  } else if (connection === null) {
    connections.delete(index);
  } else {
    const entry = connections.get(index);
    if (isMap(entry)) updateMap(document, entry, connection);
    else connections.set(index, createEntry(document, connection));
  }
  // An empty list in block style would be written as nothing.
  connections.flow = connections.items.length === 0;
  return document.toString({ lineWidth: 0 });
}

/** An edit would otherwise change other connections too, or remove what they refer to. */
function copyReferences(document: Document): void {
  visit(document, {
    Alias: (_key, reference) => {
      const copy: unknown = reference.resolve(document)?.clone();
      return isNode(copy) ? copy : undefined;
    },
  });
  visit(document, { Value: (_key, node) => void delete node.anchor });
}

function connectionsOf(document: Document): YAMLSeq {
  const found = document.get('connections');
  if (isSeq(found)) return found;
  const created = new YAMLSeq();
  document.set('connections', created);
  return created;
}

function addConnection(document: Document, connections: YAMLSeq, connection: Values): void {
  connections.flow = false;
  connections.add(createEntry(document, connection));
}

/** A connection in block style, with one line for each room. */
function createEntry(document: Document, connection: Values): YAMLMap {
  const entry = new YAMLMap();
  updateMap(document, entry, connection);
  entry.flow = false;
  return entry;
}

/** Changes what differs, so that the comments of all other values stay. */
function updateMap(document: Document, map: YAMLMap, values: Values): void {
  const present: unknown = map.toJS(document);
  for (const key of keysOf(map)) if (!Object.hasOwn(values, key)) map.delete(key);
  for (const [key, value] of Object.entries(values)) {
    if (isDeepStrictEqual(valueIn(present, key), value)) continue;
    const node = map.get(key, true);
    if (Array.isArray(value)) updateList(document, map, key, value);
    else if (isMap(node) && isRecord(value)) updateMap(document, node, value);
    else map.set(key, isRecord(value) ? document.createNode(value, { flow: true }) : value);
  }
}

/** Keeps the lines of rooms that stay as they are, with their comments. */
function updateList(document: Document, map: YAMLMap, key: string, values: readonly unknown[]): void {
  const list = map.get(key, true);
  const before = isSeq(list) ? list.items.map((item) => ({ item, value: toPlain(item, document) })) : [];
  const next = new YAMLSeq();
  for (const value of values) {
    const kept = before.find((one) => isDeepStrictEqual(one.value, value));
    if (kept !== undefined) before.splice(before.indexOf(kept), 1);
    next.items.push(kept?.item ?? document.createNode(value, { flow: true }));
  }
  if (isSeq(list)) {
    list.items = next.items;
    if (list.items.length > 0 && before.length === 0 && list.flow !== true) list.flow = false;
  } else {
    map.set(key, next);
  }
}

function keysOf(map: YAMLMap): readonly string[] {
  return map.items.map(({ key }) => String(key));
}

function toPlain(node: unknown, document: Document): unknown {
  return isMap(node) ? node.toJS(document) : undefined;
}

function valueIn(values: unknown, key: string): unknown {
  return isRecord(values) && Object.hasOwn(values, key) ? values[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
