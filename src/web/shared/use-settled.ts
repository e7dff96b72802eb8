import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for `afterMs`. Values with the same JSON are the same. */
export function useSettledValue<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled((before) => (JSON.stringify(before) === text ? before : value)), afterMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the value, which is a new object at each render
  }, [text, afterMs]);
  return settled;
}
