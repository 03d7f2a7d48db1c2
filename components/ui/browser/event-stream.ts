const retryMs = 5_000;

/**
 * How a stream of events stands. `refused`: the server takes no stream from here for now, e.g.
 * because many pages are open.
 */
export type StreamState = "live" | "lost" | "refused";

/**
 * Follows server-sent events and comes back after a cut line and after a refusal, until the
 * returned function is called.
 *
 * @param events what to do with the data of each kind of event
 */
export function followEvents(
  url: string,
  events: Record<string, (data: string) => void>,
  onState: (state: StreamState) => void,
): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    const line = new EventSource(url);
    source = line;
    let stood = false;
    for (const [name, take] of Object.entries(events))
      line.addEventListener(name, (event: MessageEvent<string>) => take(event.data));
    line.addEventListener("open", () => {
      stood = true;
      onState("live");
    });
    line.addEventListener("error", () => {
      // The browser tries again by itself after a cut line, but not after an answer that is no
      // stream.
      const isAnswered = line.readyState === EventSource.CLOSED;
      onState(isAnswered && !stood ? "refused" : "lost");
      // Not all at once: pages that were refused together do not come back together.
      if (isAnswered) retry = setTimeout(connect, retryMs * (0.5 + Math.random()));
    });
  };
  connect();
  return () => {
    source?.close();
    clearTimeout(retry);
  };
}
