/** Kills child processes when this process ends, also after an error. */

const kills = new Set<() => void>();

/** Calls `kill` when this process ends. Returns a function that cancels it. */
export function killAtExit(kill: () => void): () => void {
  if (kills.size === 0) process.on('exit', killAll);
  kills.add(kill);
  return () => {
    kills.delete(kill);
    if (kills.size === 0) process.off('exit', killAll);
  };
}

function killAll(): void {
  for (const kill of kills) kill();
}
