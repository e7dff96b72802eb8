/** Sends what is not the provider's own JSON: pages and the files they need. */
import type { ServerResponse } from 'node:http';
import type { AssetFile } from './page-assets.ts';
import type { Html } from './html.ts';

/** Everything the provider answers carries these; no script runs on any of its pages. */
export function securityHeaders(webOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      // The form ends, by way of redirects, at the web app, which may be of another origin.
      `form-action 'self' ${webOrigins.join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

export function sendPage(response: ServerResponse, status: number, page: Html): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page.text);
}

export function sendAsset(response: ServerResponse, file: AssetFile): void {
  response.writeHead(200, {
    'content-type': file.contentType,
    'content-length': file.body.length,
    'cache-control': 'public, max-age=86400',
  });
  response.end(file.body);
}

export function sendRefusal(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
