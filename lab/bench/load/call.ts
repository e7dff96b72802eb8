interface Call {
  readonly bearer?: string;
  /** Sent with POST. Without a body the method is GET. */
  readonly body?: string;
}

/** Calls an HTTP address and reads the answer to its end. Throws when the status is not 2xx. */
export async function call(url: string, { bearer, body }: Call): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    'content-type': 'application/json',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}: ${text.slice(0, 300)}`);
}
