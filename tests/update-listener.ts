import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A notify URL that answers at once and remembers which deliveries it heard Submitted of. */
export async function startListening() {
  const submitted = new Set<string>();
  const state = { repeats: 0 };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { deliveryInfo, transid } = (
        JSON.parse(body) as { deliveryInfoNotification: { transid: string; deliveryInfo: { pushId: string; deliveryStatus: string } } }
      ).deliveryInfoNotification;
      const name = `${transid} ${deliveryInfo.pushId}`;
      if (deliveryInfo.deliveryStatus === "Submitted") {
        if (submitted.has(name)) state.repeats += 1;
        submitted.add(name);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    submitted,
    get repeats() {
      return state.repeats;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
