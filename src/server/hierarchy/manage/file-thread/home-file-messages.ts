/** What the server and the thread for home files send to each other, as structured clones. */
import * as z from 'zod/mini';
import type { FileHome, Home } from '../../home-file/home.ts';
import type { FieldProblem } from '../../../shared/reason.ts';

export type HomeFileTask =
  | { readonly kind: 'read'; readonly format: 'yaml' | 'csv'; readonly text: string }
  /** `excel`: CSV as spreadsheets of countries with a decimal comma open it. */
  | { readonly kind: 'write'; readonly format: 'yaml' | 'csv' | 'excel'; readonly home: Home };

export type HomeFileAnswer =
  | { readonly kind: 'read'; readonly file: FileHome }
  | { readonly kind: 'written'; readonly text: string }
  /** The file has errors. */
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

/** Both ends of the thread are this program, so the messages are not checked in detail. */
const isMessage = (value: unknown) => typeof value === 'object' && value !== null && 'kind' in value;
export const HomeFileTaskMessage = z.custom<HomeFileTask>(isMessage);
export const HomeFileAnswerMessage = z.custom<HomeFileAnswer>(isMessage);
