import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { homeEndpoints } from '../../../../contract/manage/home.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { ProgressLine } from '../progress/progress-line.tsx';

const pollIntervalMs = 150;

interface ImportProgressProps {
  readonly importUUID: string;
  /** The number of changes. */
  readonly total: number;
}

/** How many changes of a running import are done. The server reads the file again before the first one. */
export function ImportProgress({ importUUID, total }: ImportProgressProps) {
  const { t, language } = useTexts();
  const { call } = useApi();
  const { data } = useQuery({
    queryKey: ['manage', 'import-progress', importUUID],
    queryFn: ({ signal }) =>
      call(homeEndpoints.getImportProgress, { params: { id: importUUID }, maxAttempts: 1, signal }),
    refetchInterval: pollIntervalMs,
    retry: false,
    gcTime: 0,
  });
  const [done, setDone] = useState(0);
  // Of several servers only the one that imports knows the progress.
  if (data !== undefined && data.done > done) setDone(data.done);
  if (done === 0) return <ProgressLine text={t('rooms.file.reading')} />;
  const inLanguage = new Intl.NumberFormat(language);
  const text = t('rooms.file.importing', { done: inLanguage.format(done), total: inLanguage.format(total) });
  return <ProgressLine text={text} done={done} total={total} />;
}
