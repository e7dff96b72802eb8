/** A timer that runs one piece of work at a time: a new start replaces the old one. */
export function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start: (work: () => void, delayMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(work, delayMs);
    },
    stop: (): void => clearTimeout(timer),
  };
}
