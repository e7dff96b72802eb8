import { type ComponentType, useLayoutEffect, useState } from 'react';

/**
 * Returns a component that shows nothing until its code is loaded. NOTE: `lazy` of React would show the page up to 300 ms
 * late, because it limits how often fallbacks change.
 */
export function createLatePage(load: () => Promise<ComponentType>): ComponentType {
  let Loaded: ComponentType | undefined;
  return function LatePage() {
    const [isLoaded, setIsLoaded] = useState(Loaded !== undefined);
    const [failure, setFailure] = useState<Error>();
    // A layout effect, so that code that is there already is shown in the same frame.
    useLayoutEffect(() => {
      if (isLoaded) return;
      const show = (page: ComponentType) => {
        Loaded = page;
        setIsLoaded(true);
      };
      load().then(show, (cause: unknown) => setFailure(new Error('the page could not be loaded', { cause })));
    }, [isLoaded]);
    // The error boundary shows the crash page, which reloads.
    if (failure !== undefined) throw failure;
    return isLoaded && Loaded !== undefined && <Loaded />;
  };
}
