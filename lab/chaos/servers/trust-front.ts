import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Front } from '../../../scripts/cluster/front.ts';

/** Makes this process trust the certificate of the front. Returns the origin of the front. */
export async function trustFront({ certificateFile, url }: Front): Promise<string> {
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificateFile, 'utf8')]);
  return url;
}
