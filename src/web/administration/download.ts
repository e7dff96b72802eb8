import { requestPathOf, type Endpoint } from '../../contract/endpoint.ts';
import type { ApiClient } from '../api/api-client.tsx';
import { errorOfResponse } from '../api/api-error.ts';

interface DownloadOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * Calls an endpoint whose response is a file, and saves the file. A link could not send the token in a header, and a
 * token in an address would end up in logs. Rejects with an `ApiError` for an error status.
 */
export async function downloadFile(
  api: ApiClient,
  endpoint: Endpoint,
  fileName: string,
  { params = {}, query = {}, body }: DownloadOptions = {},
): Promise<void> {
  const response = await fetch(api.baseUrl + requestPathOf(endpoint, { params, query }), {
    method: endpoint.method,
    headers: {
      Authorization: `Bearer ${await api.accessToken()}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
  });
  if (!response.ok) throw await errorOfResponse(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
