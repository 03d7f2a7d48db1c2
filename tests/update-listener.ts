import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A notify URL that remembers of which deliveries it heard Submitted, and how often, once it took
 * the update.
 *
 * @param onSubmitted called with the name of each of them, each time
 */
export async function startListening(onSubmitted?: (name: string) => void) {
  const submitted = new Map<string, number>();
  const firstAt = new Map<string, number>();
  const state = { dead: false };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (state.dead) {
        response.writeHead(503, { "retry-after": "1" }).end();
        return;
      }
      const { deliveryInfo, transid } = (
        JSON.parse(body) as {
          deliveryInfoNotification: {
            transid: string;
            deliveryInfo: { pushId: string; deliveryStatus: string };
          };
        }
      ).deliveryInfoNotification;
      const name = `${transid} ${deliveryInfo.pushId}`;
      if (deliveryInfo.deliveryStatus === "Submitted") {
        submitted.set(name, (submitted.get(name) ?? 0) + 1);
        if (!firstAt.has(name)) firstAt.set(name, performance.now());
        onSubmitted?.(name);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    submitted,
    /** When each was heard first, milliseconds of `performance.now()`. */
    firstAt,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type UpdateListener = Awaited<ReturnType<typeof startListening>>;
