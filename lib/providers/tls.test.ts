import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platformOf, providerOf } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { built, context } from "@/lib/payload/testing";
import type { Outcome } from "./provider";
import { openProvider } from "./registry";
import { outcomesOf } from "./testing";

let lab: Lab;
let certificate: { private: string; cert: string };
const servers: Server[] = [];
const tlsAddresses: string[] = [];

beforeAll(async () => {
  lab = await startLab({ dataDir: mkdtempSync(join(tmpdir(), "tls-")), ports: 0 });
  certificate = await generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await lab.stop();
});

/**
 * TLS with the test's own certificate in front of an address of the lab, as the providers have it.
 * Returns the port.
 */
async function tlsBefore(origin: string, protocols: string[]): Promise<number> {
  const server = createServer(
    { key: certificate.private, cert: certificate.cert, ALPNProtocols: protocols },
    (socket) => {
      const plain = connect(Number(new URL(origin).port), "127.0.0.1");
      socket.pipe(plain).pipe(socket);
      for (const end of [socket, plain]) end.on("error", () => socket.destroy());
    },
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  tlsAddresses.push(`localhost:${port}`);
  return port;
}

const kinds = ["android", "ios", "hms"] as const;

/**
 * The lab's account for a kind, its addresses behind TLS; the claims of FCM's token call name the
 * address, which stays.
 */
async function accountBehindTls(kind: (typeof kinds)[number]): Promise<Record<string, unknown>> {
  const { endpoints, accounts } = lab;
  const provider = providerOf(kind) as "fcm" | "apns" | "hms";
  const origin = `https://localhost:${await tlsBefore(endpoints[provider], kind === "hms" ? ["http/1.1"] : ["h2"])}`;
  return {
    ...accounts[provider],
    endpoint: origin,
    ...(kind === "hms" ? { tokenUri: `${origin}${new URL(accounts.hms.tokenUri).pathname}` } : {}),
  };
}

describe.each(kinds)("TLS to the provider of %s", (kind) => {
  const sendOne = async (account: Record<string, unknown>): Promise<Outcome | undefined> => {
    const request = built(
      { [platformOf(kind)]: { text: "Hello" } },
      kind,
      context({ bundleId: lab.accounts.apns.bundleId }),
    );
    const provider = openProvider(providerOf(kind), account, [...lab.addresses, ...tlsAddresses]);
    const targets = [{ deliveryId: randomUUID(), pushid: lab.addDevice({ kind }).pushId }];
    const [outcome] = await outcomesOf(provider, { request, targets });
    await provider.close();
    return outcome;
  };

  it("is spoken with the certificate authority of the credential", async () => {
    expect(
      await sendOne({ ...(await accountBehindTls(kind)), ca: certificate.cert }),
    ).toMatchObject({ kind: "submitted" });
  });

  it("is not spoken with a server without a trusted certificate: the delivery waits, and says why", async () => {
    expect(await sendOne(await accountBehindTls(kind))).toMatchObject({
      kind: "deferred",
      trouble: "outage",
      reason: expect.stringMatching(/SELF_SIGNED|cannot be reached/) as string,
    });
  });
});
