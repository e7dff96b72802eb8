/** Loads the preset of a connection: one of the built-in presets, or a file of the installer. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { validateInput } from '../../shared/validate-input.ts';
import { Preset } from './preset.ts';

/** The built-in presets, in the folder `presets`. */
export const presetNames = ['frigate', 'home-assistant', 'milesight-vs373', 'axis', 'generic-json'] as const;

interface PresetContext {
  /** The equipment file. */
  readonly file: string;
  /** The connection in the file. */
  readonly path: string;
  /** Gets what is wrong with the preset. */
  readonly problems: string[];
}

/** Returns undefined after adding to `problems`. */
export function loadPreset(
  { preset, presetFile }: { readonly preset?: string | undefined; readonly presetFile?: string | undefined },
  { file, path, problems }: PresetContext,
): Preset | undefined {
  if ((preset === undefined) === (presetFile === undefined)) {
    problems.push(`${path}.preset: either preset or presetFile is needed`);
    return undefined;
  }
  if (preset !== undefined && !presetNames.some((name) => name === preset)) {
    problems.push(`${path}.preset: must be one of ${presetNames.join(', ')}`);
    return undefined;
  }
  const source =
    presetFile === undefined
      ? join(import.meta.dirname, 'presets', `${preset}.json`)
      : resolve(dirname(file), presetFile);
  try {
    const result = validateInput(Preset, JSON.parse(readFileSync(source, 'utf8')), 'the file');
    if ('value' in result) return result.value;
    problems.push(...result.errors.map(({ field, reason }) => `${path}.presetFile, in ${source}, ${field}: ${reason}`));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problems.push(`${path}.presetFile: ${source} cannot be read: ${message}`);
  }
  return undefined;
}
