/** Renders the API's description as an HTML page without scripts. */
import { html, type Html } from '../../shared/text/html.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

const callers: Readonly<Record<string, string>> = { accessToken: 'signed-in person', deviceKey: 'device' };

/** Returns a complete HTML page. It links the style sheet `docs.css`. */
export function renderOpenApiPage({ info, openapi, paths, servers, components }: OpenApiDocument): string {
  const [{ url }] = servers;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callSection(method, path, operation)),
  );
  const example = `curl ${url}/reports \\
  -H 'Authorization: Bearer YOUR_DEVICE_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{ "room": "ALIAS_OF_LOCATION/ALIAS_OF_ROOM", "status": "out_of_bed" }'`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        <link rel="stylesheet" href="docs.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <h1>${info.title} API</h1>
        <p>${info.description}</p>
        <p>
          Version ${info.version}, base address <code>${url}</code>. Programs read the
          <a href="openapi.json">OpenAPI ${openapi} document</a>. Every error response is a problem body (<a
            href="https://www.rfc-editor.org/rfc/rfc9457"
            >RFC 9457</a
          >) that names each invalid field.
        </p>
        <p>A device reports a status with one call. The room may also be named by its uuid.</p>
        <pre tabindex="0"><code>${example}</code></pre>
        <h2>Calls</h2>
        ${calls}
        <h2>Schemas</h2>
        ${Object.entries(components.schemas).map(([name, schema]) => details(name, schema))}
      </body>
    </html> `.text;
}

function callSection(method: string, path: string, operation: OpenApiOperation): Html {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const names = security.flatMap((scheme) => Object.keys(scheme)).map((name) => callers[name] ?? name);
  return html`<section id="${operationId}">
    <h3>${method.toUpperCase()} <code>${path}</code></h3>
    <p>${summary}. For: ${names.join(', ') || 'everyone'}.</p>
    ${details('Request and responses', { parameters, requestBody, responses })}
  </section> `;
}

function details(title: string, value: unknown): Html {
  return html`<details>
    <summary>${title}</summary>
    <pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>
  </details>`;
}
