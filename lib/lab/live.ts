import type { ServerResponse } from "node:http";
import type { LabEvent } from "./notification";
import type { Screens } from "./screens";

const heartbeatMs = 15_000;
const gatherMs = 40;
/** More events at once than a person can follow: a new snapshot says the same. */
const maxGathered = 300;
const maxUnreadBytes = 8 * 1024 * 1024;

/**
 * Server-sent events for pages that show the devices: first `snapshot` (all notifications, newest
 * last), then `notification` and `interaction`, one notification each. Events are gathered for some
 * 40 ms; in a flood, and after a removal by hand, `snapshot` is sent again. A reader that does not
 * keep up is disconnected (and comes back by itself).
 */
export class LiveFeed {
  readonly #screens: Screens;
  readonly #readers = new Set<ServerResponse>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #silence: () => void;
  #gathered: LabEvent[] = [];
  #gathering: NodeJS.Timeout | undefined;

  constructor(screens: Screens) {
    this.#screens = screens;
    this.#silence = screens.on((event) => this.#gather(event));
    this.#heartbeat = setInterval(() => this.#write(":\n\n"), heartbeatMs);
    this.#heartbeat.unref();
  }

  /** Pages that are connected. */
  get readers(): number {
    return this.#readers.size;
  }

  /** Begins the stream on a response; it ends when the client goes away or the lab stops. */
  open(response: ServerResponse): void {
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    // Gathered events are part of the snapshot: others get them first, so that this reader does not
    // get them twice.
    this.#flush();
    response.write(event("snapshot", this.#screens.snapshot()));
    this.#readers.add(response);
    response.on("close", () => this.#readers.delete(response));
    response.on("error", () => this.#readers.delete(response));
  }

  /** Ends all streams. */
  stop(): void {
    this.#silence();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#gathering);
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }

  #gather(happened: LabEvent): void {
    if (this.#readers.size === 0) return;
    if (this.#gathered.length <= maxGathered) this.#gathered.push(happened);
    this.#gathering ??= setTimeout(() => this.#flush(), gatherMs);
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const events = this.#gathered;
    if (events.length === 0) return;
    this.#gathered = [];
    const needsSnapshot =
      events.length > maxGathered || events.some((happened) => happened.type === "cleared");
    this.#write(
      needsSnapshot
        ? event("snapshot", this.#screens.snapshot())
        : events
            .map((happened) =>
              happened.type === "cleared" ? "" : event(happened.type, happened.notification),
            )
            .join(""),
    );
  }

  #write(text: string): void {
    for (const reader of this.#readers) {
      reader.write(text);
      if (reader.writableLength > maxUnreadBytes) reader.destroy();
    }
  }
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
