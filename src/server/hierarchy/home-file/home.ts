/** The hierarchy of a home, as a flat list of nodes and as a file describes it. */
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import { type ScopeLevel, scopeLevels } from '../../../domain/user.ts';
import { OperatorError } from '../../shared/operator-error.ts';

export type Level = ScopeLevel | 'stream';

/** From the top down. */
export const levels: readonly Level[] = [...scopeLevels, 'stream'];

interface BaseNode {
  /** Lower case. */
  readonly uuid: string;
  readonly displayName: string;
}

interface ClientNode extends BaseNode {
  readonly level: 'client';
}

interface LocationNode extends BaseNode {
  readonly level: 'location';
  readonly parentUUID: string;
  readonly alias: string | null;
}

interface WardNode extends BaseNode {
  readonly level: 'ward';
  readonly parentUUID: string;
}

export interface StreamNode extends BaseNode {
  readonly level: 'stream';
  readonly parentUUID: string;
  readonly alias: string | null;
  readonly type: StreamType;
  readonly status: StreamStatus;
  /** Canonical JSON of the stream's own ingest rules; null: the rules of its type apply. */
  readonly rules: string | null;
}

/** A node as the database stores it, or as an import will store it. */
export type HomeNode = ClientNode | LocationNode | WardNode | StreamNode;

/** All nodes of a home, in any order. */
export type Home = readonly HomeNode[];

/** A node in a file. Its depth is its level. A field that is undefined keeps its stored value. */
export interface FileNode {
  readonly uuid?: string | undefined;
  readonly displayName: string;
  readonly alias?: string | undefined;
  readonly type?: StreamType | undefined;
  readonly status?: StreamStatus | undefined;
  /** Canonical JSON; null: the rules of its type apply from now on. */
  readonly rules?: string | null | undefined;
  /** Where the node is in the file, such as `line 12`. */
  readonly place: string;
  readonly children: readonly FileNode[];
}

/** The clients that a file describes. */
export type FileHome = readonly FileNode[];

/** Lists everything that is wrong with a file. Nothing of the file is imported. */
export class HomeFileError extends OperatorError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export function childLevel(level: Level): Level | undefined {
  return levels[levels.indexOf(level) + 1];
}

export function nodesOf<L extends Level>(home: Home, level: L): Extract<HomeNode, { level: L }>[] {
  return home.filter((node): node is Extract<HomeNode, { level: L }> => node.level === level);
}

/** `parentUUID`: undefined for the clients. */
export function childrenOf(home: Home, level: Level, parentUUID: string | undefined): HomeNode[] {
  return home.filter((node) => node.level === level && parentOf(node) === parentUUID);
}

/** Undefined for a client. */
export function parentOf(node: HomeNode): string | undefined {
  return node.level === 'client' ? undefined : node.parentUUID;
}
