import type { ComponentProps } from 'react';
import { SaveFileButton } from '../administration/save-file-button.tsx';
import { useTexts } from '../administration/use-texts.ts';

interface SaveButtonProps extends Pick<ComponentProps<typeof SaveFileButton>, 'endpoint' | 'query'> {
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** Saves a table as CSV. */
export function SaveButton({ name, ...call }: SaveButtonProps) {
  const { t } = useTexts();
  const texts = { label: t('figures.save'), failedText: t('figures.not_saved') };
  return <SaveFileButton {...call} {...texts} fileName={`room-status-${name}.csv`} />;
}
