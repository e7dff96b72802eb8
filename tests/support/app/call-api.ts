/**
 * Calls the API of a server at this origin, with a POST if there is a body. Resolves to the response, whatever its status.
 */
export async function callApi(origin: string, path: string, bearer: string, body?: object): Promise<unknown> {
  const response = await fetch(`${origin}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}
