/** Types of the hierarchy: a flat list of nodes for the database, and a tree for a home file. */
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import { type ScopeLevel, scopeLevels } from '../../../domain/user.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { type FieldProblem, formatProblem } from '../../shared/reason.ts';

export type HomeLevel = ScopeLevel | 'stream';

/** All levels of the hierarchy, from the client down to the stream. */
export const homeLevels: readonly HomeLevel[] = [...scopeLevels, 'stream'];

interface BaseNode<L extends HomeLevel> {
  readonly level: L;
  /** The uuid of the node, in lower case. */
  readonly uuid: string;
  /** The uuid of the parent node. Empty for a client. */
  readonly parentUUID: string;
  readonly displayName: string;
  /** Null if the node has no alias. Only locations and streams can have one. */
  readonly alias: string | null;
}

interface RuledNode<L extends HomeLevel> extends BaseNode<L> {
  /** The node's own rules as canonical JSON. Null: the node has none. */
  readonly rules: string | null;
}

export interface StreamNode extends RuledNode<'stream'> {
  readonly type: StreamType;
  readonly status: StreamStatus;
}

/** A node as the database stores it, or as an import will store it. */
export type HomeNode = BaseNode<'client'> | RuledNode<'location'> | RuledNode<'ward'> | StreamNode;

/** All nodes of a home, in any order. */
export type Home = readonly HomeNode[];

/** The fields of a node in a file. A field that is undefined keeps its stored value. */
export interface FileNodeFields {
  readonly uuid?: string | undefined;
  readonly displayName: string;
  /** Null removes the alias. Home files cannot contain null as an alias. */
  readonly alias?: string | null | undefined;
  readonly type?: StreamType | undefined;
  readonly status?: StreamStatus | undefined;
  /** The node's own rules as canonical JSON. Null: the node has no rules of its own from now on. */
  readonly rules?: string | null | undefined;
}

/** A node of a home file. Its depth in the tree is its level. */
export interface FileNode extends FileNodeFields {
  /** The position of the node in the file, such as `line 12`. */
  readonly place: string;
  readonly children: readonly FileNode[];
}

/** The clients that a file describes. */
export type FileHome = readonly FileNode[];

/** Lists every error of a home file. A file with an error is not imported at all. */
export class HomeFileError extends OperatorError {
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

export function childLevelOf(level: HomeLevel): HomeLevel | undefined {
  return homeLevels[homeLevels.indexOf(level) + 1];
}

export function nodesOfLevel<L extends HomeLevel>(home: Home, level: L): Extract<HomeNode, { level: L }>[] {
  return home.filter((node): node is Extract<HomeNode, { level: L }> => node.level === level);
}

export type ChildrenLookup = (level: HomeLevel, parentUUID: string) => readonly HomeNode[];

/** Returns a function that finds the children of a node. */
export function createChildrenLookup(home: Home): ChildrenLookup {
  const children = Map.groupBy(home, ({ level, parentUUID }) => `${level} ${parentUUID}`);
  return (level, parentUUID) => children.get(`${level} ${parentUUID}`) ?? [];
}
