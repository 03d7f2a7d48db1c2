import { writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import { temporaryFolder } from "../../tools/ending.mjs";

/** What a notify URL received: the update's facts, and the call. */
export interface ReceivedUpdate {
  deliveryStatus: string;
  deviceid: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Starts a notify URL with a certificate of its own, which a server trusts that is started with
 * `NODE_EXTRA_CA_CERTS` set to `trusted`.
 */
export async function startTlsReceiver() {
  const { path: folder, remove } = temporaryFolder("clarion-receiver");
  const names = [{ type: 7 as const, ip: "127.0.0.1" }];
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    extensions: [{ name: "subjectAltName", altNames: names }],
  });
  const trusted = join(folder, "certificate.pem");
  writeFileSync(trusted, cert);
  const updates: ReceivedUpdate[] = [];
  const receiver = createServer({ key, cert }, (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { deliveryInfoNotification } = JSON.parse(body) as {
        deliveryInfoNotification: { deliveryInfo: ReceivedUpdate };
      };
      const { deliveryStatus, deviceid } = deliveryInfoNotification.deliveryInfo;
      updates.push({ deliveryStatus, deviceid, headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    receiver.closeAllConnections();
    receiver.close();
    remove();
  };
  return {
    updates,
    trusted,
    url: `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/updates`,
    stop,
  };
}
