/** A minimal browser for tests. It stores cookies by name and path, and follows redirects. */

export type CookieBrowser = ReturnType<typeof createCookieBrowser>;

const maxRedirects = 10;

export function createCookieBrowser() {
  const cookies = new Map<string, { readonly name: string; readonly value: string; readonly path: string }>();

  function storeCookies(response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const attributeOf = (wanted: string) =>
        attributes.find((attribute) => attribute.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const path = attributeOf('path') ?? '/';
      const expires = attributeOf('expires');
      const key = `${name} ${path}`;
      if (expires !== undefined && Date.parse(expires) < Date.now()) cookies.delete(key);
      else cookies.set(key, { name, value: pair.slice(name.length + 1), path });
    }
  }

  /** Sends one request with the cookies of the address. Does not follow redirects. */
  async function visit(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const header = [...cookies.values()]
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    if (!headers.has('accept')) headers.set('accept', 'text/html');
    if (header !== '') headers.set('cookie', header);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    storeCookies(response);
    return response;
  }

  return {
    visit,
    /** Follows redirects on the same origin. Returns the last response and its address. */
    async follow(url: string, init?: RequestInit) {
      const { origin } = new URL(url);
      let address = url;
      let response = await visit(address, init);
      for (let count = 0; count < maxRedirects; count += 1) {
        const location = response.headers.get('location');
        const next = location === null ? undefined : new URL(location, address);
        // The pages /callback and /login belong to the web app, not to the provider.
        if (next === undefined || next.origin !== origin || ['/callback', '/login'].includes(next.pathname)) break;
        await response.body?.cancel();
        address = next.href;
        response = await visit(address);
      }
      return { response, url: address };
    },
    /** Returns the value of the cookie with this name, at any path. */
    cookie: (name: string) => [...cookies.values()].find((cookie) => cookie.name === name)?.value,
    setCookie: (name: string, value: string) => void cookies.set(`${name} /`, { name, value, path: '/' }),
  };
}
