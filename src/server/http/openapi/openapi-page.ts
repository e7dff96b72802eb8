/** Renders the API's description as an HTML page without scripts. */
import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;

const caller: Readonly<Record<string, string>> = {
  accessToken: 'signed-in person',
  deviceKey: 'device',
};

/** Returns a complete HTML page. It links the style sheet `docs.css`. */
export function openApiPage(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callSection(method, path, operation)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)} API</title>
<link rel="stylesheet" href="docs.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<header>
<h1>${text(document.info.title)} API</h1>
<p>${text(document.info.description)}</p>
<p>Version ${text(document.info.version)} · base address <code>${text(document.servers[0]?.url ?? '')}</code> ·
<a href="openapi.json">OpenAPI ${text(document.openapi)} document</a></p>
<p>Every error response is a problem body (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) that names each invalid field.</p>
</header>
<main>
${firstReport(document.servers[0]?.url ?? '')}
${calls.join('\n')}
</main>
</body>
</html>
`;
}

function callSection(method: string, path: string, operation: unknown): string {
  const name = String(member(operation, 'operationId'));
  const inputs = listOf(member(operation, 'parameters'));
  const body = member(operation, 'requestBody', 'content', 'application/json', 'schema');
  const answers = member(operation, 'responses');
  return `<section id="${text(name)}" aria-labelledby="${text(name)}-title">
<h2 id="${text(name)}-title"><span class="method">${text(method.toUpperCase())}</span> <code>${text(path)}</code></h2>
<p>${text(String(member(operation, 'summary')))}</p>
<p class="caller">For: ${text(callersOf(operation))}</p>
${inputs.length > 0 ? parameterTable(inputs) : ''}
${body === undefined ? '' : details('Body', body)}
${answerSection(record(answers)['200'])}
${refusalList(answers)}
</section>`;
}

function callersOf(operation: unknown): string {
  const names = listOf(member(operation, 'security')).flatMap((scheme) => Object.keys(record(scheme)));
  return names.length === 0 ? 'everyone' : names.map((name) => caller[name] ?? name).join(', ');
}

function parameterTable(parameters: readonly unknown[]): string {
  const rows = parameters.map(
    (parameter) =>
      `<tr><th scope="row"><code>${text(String(member(parameter, 'name')))}</code></th><td>${text(String(member(parameter, 'in')))}</td><td>${text(String(member(parameter, 'schema', 'format') ?? member(parameter, 'schema', 'type')))}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function answerSection(answer: unknown): string {
  const [[type, content] = ['', undefined]] = Object.entries(record(member(answer, 'content')));
  const schema = member(content, 'itemSchema') ?? member(content, 'schema');
  const description = String(member(answer, 'description'));
  return `<p><strong>200</strong> ${text(description)} <code>${text(type)}</code></p>${details('Answer', schema)}`;
}

function refusalList(answers: unknown): string {
  const refusals = Object.entries(record(answers)).filter(([status]) => status !== '200');
  const items = refusals.map(
    ([status, refusal]) => `<li><strong>${text(status)}</strong> ${text(String(member(refusal, 'description')))}</li>`,
  );
  return `<ul class="refusals">${items.join('')}</ul>`;
}

/** The example that most readers look for first. */
function firstReport(apiUrl: string): string {
  const call = `curl ${apiUrl}/reports \\
  -H 'Authorization: Bearer YOUR_DEVICE_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{ "room": "ALIAS_OF_LOCATION/ALIAS_OF_ROOM", "status": "out_of_bed" }'`;
  return `<section aria-labelledby="first-report"><h2 id="first-report">A first report</h2>
<p>One call reports what a device detects. The response contains the result. The room may also be named by its uuid.</p>
<pre tabindex="0"><code>${text(call)}</code></pre></section>`;
}

function details(title: string, schema: unknown): string {
  return `<details><summary>${text(title)}</summary><pre tabindex="0"><code>${text(JSON.stringify(schema, null, 2))}</code></pre></details>`;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => record(inner)[name], value);
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
