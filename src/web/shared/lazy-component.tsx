import { type ComponentType, createElement, useLayoutEffect, useState } from 'react';
import { loadRepeatedly } from './load-repeatedly.ts';

interface LateOptions {
  /**
   * The name of the part in the console, such as `The alerts`. With a name, loading is repeated until it succeeds.
   * Undefined: the error boundary shows the crash page, which reloads.
   */
  readonly retriedAs?: string;
}

/**
 * Returns a component that shows nothing until its code is loaded. NOTE: `lazy` of React would show it up to 300 ms late,
 * because it limits how often fallbacks change.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { retriedAs }: LateOptions = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [isLoaded, setIsLoaded] = useState(Loaded !== undefined);
    const [failure, setFailure] = useState<Error>();
    // This is a layout effect, so that code that is already loaded is shown in the same frame.
    useLayoutEffect(() => {
      if (isLoaded) return undefined;
      const leaving = new AbortController();
      const show = (component: ComponentType<Props>) => {
        Loaded = component;
        setIsLoaded(true);
      };
      const fail = (cause: unknown) =>
        !leaving.signal.aborted && setFailure(new Error('a part of the page could not be loaded', { cause }));
      const loading = retriedAs === undefined ? load() : loadRepeatedly(retriedAs, load, leaving.signal);
      loading.then(show, fail);
      return () => leaving.abort();
    }, [isLoaded]);
    if (failure !== undefined) throw failure;
    return isLoaded && Loaded !== undefined && createElement(Loaded, props);
  };
}
