/** Sends pages, their assets and plain-text errors. */
import type { ServerResponse } from 'node:http';
import type { AssetFile } from './page-assets.ts';
import type { Html } from '../../../shared/text/html.ts';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** The headers of every response of the provider. They forbid scripts. */
export const securityHeaders = {
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Allows the page to run one script of the provider. `url`: its absolute address. */
export function allowScript(response: ServerResponse, url: string): void {
  // Leaves out the query, because a policy compares addresses without it.
  const [address] = url.split('?');
  response.setHeader('content-security-policy', [...policy, `script-src ${address}`].join('; '));
}

export function sendPage(response: ServerResponse, status: number, page: Html): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page.text);
}

/** Sends a file, or 404 when it is undefined. */
export function sendAsset(response: ServerResponse, file: AssetFile | undefined): void {
  if (file === undefined) return sendPlainError(response, 404, 'There is no such file');
  response.writeHead(200, {
    'content-type': file.contentType,
    'content-length': file.body.length,
    'cache-control': 'public, max-age=86400',
  });
  response.end(file.body);
}

export function sendPlainError(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}

export function sendRedirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}
