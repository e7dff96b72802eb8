import { useEffect, useState } from 'react';
import { loadRepeatedly } from '../api/load-repeatedly.ts';

/**
 * Loads code that is not part of the first load, so that the cards do not wait for it. Undefined until it is loaded.
 * `load` must be the same function in each render.
 */
export function useLoaded<Module>(name: string, load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module>();
  useEffect(() => {
    const stopping = new AbortController();
    loadRepeatedly(name, load, stopping.signal).then(
      (module) => setLoaded(() => module),
      () => undefined,
    );
    return () => stopping.abort();
  }, [name, load]);
  return loaded;
}
