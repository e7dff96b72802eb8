/** A browser as a provider sees it: it keeps cookies by name and path, and follows redirects step by step. */

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export interface CookieBrowser {
  /** One request, with the cookies that belong to the address. Redirects are not followed. */
  visit(url: string, init?: RequestInit): Promise<Response>;
  /** Follows redirects for as long as they stay on the origin it began with; the last answer, and where it came from. */
  follow(url: string, init?: RequestInit): Promise<{ readonly response: Response; readonly url: string }>;
  setCookie(name: string, value: string): void;
  cookieNames(): readonly string[];
}

const mostRedirects = 10;

export function createCookieBrowser(): CookieBrowser {
  const cookies = new Map<string, Cookie>();

  function take(response: Response): void {
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
    take(response);
    return response;
  }

  return {
    visit,
    async follow(url, init) {
      const { origin } = new URL(url);
      let at = url;
      let response = await visit(at, init);
      for (let count = 0; count < mostRedirects; count += 1) {
        const location = response.headers.get('location');
        const next = location === null ? undefined : new URL(location, at);
        // The web app's own pages are where a provider's work ends.
        if (next === undefined || next.origin !== origin || ['/callback', '/login'].includes(next.pathname)) break;
        await response.body?.cancel();
        at = next.href;
        response = await visit(at);
      }
      return { response, url: at };
    },
    setCookie: (name, value) => void cookies.set(`${name} /`, { name, value, path: '/' }),
    cookieNames: () => [...cookies.values()].map(({ name }) => name),
  };
}
