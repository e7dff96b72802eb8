/** A self-signed certificate for tests and trials on one machine. Browsers warn about it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireProgram } from '../services/find-programs.mjs';

const validDays = 825;

/** For `localhost`. Created once and kept in the folder. */
export async function ensureCertificate(folder: string) {
  const files = { certificateFile: join(folder, 'certificate.pem'), keyFile: join(folder, 'key.pem') };
  if (existsSync(files.certificateFile) && existsSync(files.keyFile)) return files;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const out = ['-keyout', files.keyFile, '-out', files.certificateFile, '-days', String(validDays)];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)(requireProgram('openssl'), ['req', ...kind, ...out, ...names]);
  return files;
}
