/** Measures inside the page. `installProbe` is sent to the browser as text, so it can use nothing outside of itself. */

/** The functions that the page has as `window.probe`. Times are in milliseconds. */
interface Probe {
  /** Passes a text to the page as bytes of the live connection. */
  receive(text: string): void;
  /** Resolves with `performance.now()` after the frame that shows this notification of the room. */
  painted(uuid: string, sent: string): Promise<number>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** `hasOwnUpdates`: replaces the live connection of the page by the texts of `probe.receive`. */
export function installProbe(hasOwnUpdates: boolean): void {
  let isInFrame = false;
  const frameEnd = new MessageChannel();
  let ended: (() => void)[] = [];
  frameEnd.port1.addEventListener('message', () => {
    isInFrame = false;
    const waiting = ended;
    ended = [];
    for (const resolve of waiting) resolve();
  });
  frameEnd.port1.start();
  const { requestAnimationFrame } = window;
  window.requestAnimationFrame = (callback) =>
    requestAnimationFrame.call(window, (time) => {
      isInFrame = true;
      // The browser handles this message after the frame, that is after style, layout and paint.
      frameEnd.port2.postMessage('');
      callback(time);
    });

  /** Resolves after the frame that shows the present state of the document. */
  function frame(): Promise<number> {
    return new Promise((resolve) => {
      const inFrame = () => ended.push(() => resolve(performance.now()));
      if (isInFrame) inFrame();
      else window.requestAnimationFrame(inFrame);
    });
  }

  function when(isShown: () => boolean): Promise<number> {
    return new Promise((resolve) => {
      if (isShown()) return resolve(frame());
      const observer = new MutationObserver(() => {
        if (!isShown()) return;
        observer.disconnect();
        resolve(frame());
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
  }

  let live: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  const { fetch } = window;
  if (hasOwnUpdates) {
    window.fetch = (input, init) => {
      if (typeof input !== 'string' || !input.includes('/streams/events')) return fetch.call(window, input, init);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          live = controller;
          controller.enqueue(encoder.encode(':\n\n'));
          setInterval(() => controller.enqueue(encoder.encode(':\n\n')), 5_000);
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
  }

  window.probe = {
    receive: (text) => live?.enqueue(encoder.encode(text)),
    painted: (uuid, sent) =>
      when(() => document.querySelector(`[data-stream="${uuid}"] time[datetime="${sent}"]`) !== null),
  };
}
