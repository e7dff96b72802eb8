/** Renders the API's description as an HTML page without scripts. */
import { html, type Html } from '../../shared/text/html.ts';
import type { Answer, openApiDocument, Operation } from './openapi.ts';

const callers: Readonly<Record<string, string>> = { accessToken: 'signed-in person', deviceKey: 'device' };

/** Returns a complete HTML page. It links the style sheet `docs.css`. */
export function openApiPage({ info, openapi, paths, servers }: ReturnType<typeof openApiDocument>): string {
  const [{ url }] = servers;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callSection(method, path, operation)),
  );
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
        <header>
          <h1>${info.title} API</h1>
          <p>${info.description}</p>
          <p>
            Version ${info.version} · base address <code>${url}</code> ·
            <a href="openapi.json">OpenAPI ${openapi} document</a>
          </p>
          <p>
            Every error response is a problem body (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) that
            names each invalid field.
          </p>
        </header>
        <main>${firstReport(url)} ${calls}</main>
      </body>
    </html> `.text;
}

/** An example of a call that sends one report. */
function firstReport(apiUrl: string): Html {
  const call = `curl ${apiUrl}/reports \\
  -H 'Authorization: Bearer YOUR_DEVICE_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{ "room": "ALIAS_OF_LOCATION/ALIAS_OF_ROOM", "status": "out_of_bed" }'`;
  return html`<section aria-labelledby="first-report">
    <h2 id="first-report">A first report</h2>
    <p>
      One call reports what a device detects. The response contains the result. The room may also be named by its uuid.
    </p>
    <pre tabindex="0"><code>${call}</code></pre>
  </section>`;
}

function callSection(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const { 200: answer, ...refusals } = responses;
  const [type, content] = Object.entries(answer.content)[0] ?? [];
  const names = security.flatMap((scheme) => Object.keys(scheme)).map((name) => callers[name] ?? name);
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
    <h2 id="${operationId}-title"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h2>
    <p>${summary}</p>
    <p class="caller">For: ${names.join(', ') || 'everyone'}</p>
    ${parameters.length > 0 ? parameterTable(parameters) : ''}
    ${requestBody && details('Body', requestBody.content['application/json'].schema)}
    <p><strong>200</strong> ${answer.description} <code>${type}</code></p>
    ${details('Answer', content?.itemSchema ?? content?.schema)}
    <ul class="refusals">
      ${Object.entries<Answer>(refusals).map(
        ([status, { description }]) => html`<li><strong>${status}</strong> ${description}</li>`,
      )}
    </ul>
  </section> `;
}

function parameterTable(parameters: Operation['parameters']): Html {
  const rows = parameters.map(
    ({ name, in: place, schema }) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${place}</td>
        <td>${String(schema['format'] ?? schema['type'])}</td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">In</th>
        <th scope="col">Form</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function details(title: string, schema: unknown): Html {
  return html`<details>
    <summary>${title}</summary>
    <pre tabindex="0"><code>${JSON.stringify(schema, null, 2)}</code></pre>
  </details>`;
}
