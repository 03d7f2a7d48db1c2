import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from "node:http2";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startLab, type CertificateAccount, type Lab } from "@/lib/lab/lab";
import { built, context } from "@/lib/payload/testing";
import { forgetClock, setClock } from "@/lib/runtime/clock";
import type { Outcome, Provider } from "../provider";
import { openProvider } from "../registry";
import { outcomesOf } from "../testing";

/** What a server saw of each request: whom the connection belongs to, and the headers. */
interface SeenRequest {
  subject: string;
  connection: number;
  headers: IncomingHttpHeaders;
}

let lab: Lab;
let server: Http2SecureServer;
let address: string;
let seen: SeenRequest[];
const opened: Provider[] = [];
beforeAll(async () => {
  lab = await startLab({ dataDir: mkdtempSync(join(tmpdir(), "apns-certificate-")), ports: 0 });
  const authority = await lab.appleAuthority();
  const { certificate: cert, key } = authority.server;
  server = createSecureServer({ cert, key, ca: authority.root.certificate, requestCert: true });
  server.on("stream", (stream, headers) => {
    const socket = stream.session?.socket as TLSSocket;
    seen.push({
      subject: String(socket.getPeerCertificate().subject.CN),
      connection: socket.remotePort ?? 0,
      headers,
    });
    stream.respond({ ":status": 200, "apns-id": String(headers["apns-id"]) }, { endStream: true });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  forgetClock();
  await Promise.all(opened.splice(0).map((provider) => provider.close()));
});
afterAll(async () => {
  server.close();
  await lab.stop();
});

function open(account: CertificateAccount, host = address): Provider {
  const provider = openProvider("apns", account, [...lab.addresses, host]);
  opened.push(provider);
  return provider;
}

async function send(
  provider: Provider,
  bundleId = lab.accounts.apns.bundleId,
): Promise<Outcome | undefined> {
  const request = built({ ios: { text: "Hello" } }, "ios", context({ bundleId }));
  const targets = [{ deliveryId: randomUUID(), pushid: lab.addDevice({ kind: "ios" }).pushId }];
  return (await outcomesOf(provider, { request, targets }))[0];
}

describe("APNs with a certificate", () => {
  it("shows each credential's own on connections of its own, and sends no provider token", async () => {
    seen = [];
    const endpoint = `https://${address}`;
    const shop = {
      ...(await lab.appleCertificate({ bundleId: "com.example.shop" })),
      bundleId: "com.example.shop",
      endpoint,
    };
    const bank = {
      ...(await lab.appleCertificate({ bundleId: "com.example.bank" })),
      bundleId: "com.example.bank",
      endpoint,
    };
    const providers = [open(shop), open(bank), open(shop)];
    for (const provider of [...providers, ...providers])
      expect(
        await send(provider, provider === providers[1] ? bank.bundleId : shop.bundleId),
      ).toMatchObject({ kind: "submitted" });
    expect(
      seen.map(({ subject, headers }) => [subject, headers["apns-topic"], headers.authorization]),
    ).toEqual(
      ["shop", "bank", "shop", "shop", "bank", "shop"].map((app) => [
        `Apple Push Services: com.example.${app}`,
        `com.example.${app}`,
        undefined,
      ]),
    );
    expect(new Set(seen.map(({ connection }) => connection)).size).toBe(3);
  });

  it("waits for another one where it is for development alone", async () => {
    const development = await lab.appleCertificate({ environments: ["development"] });
    expect(await send(open(development))).toMatchObject({
      kind: "stopped",
      code: "7515",
      reason: "APNs 403 BadCertificateEnvironment",
    });
  });

  it.each([
    ["bad_certificate", 42],
    ["unsupported_certificate", 43],
    ["certificate_revoked", 44],
    ["certificate_expired", 45],
    ["certificate_unknown", 46],
    ["unknown_ca", 48],
    ["certificate_required", 116],
  ])(
    "waits for another one where the server ends the handshake by the alert %s",
    async (_name, alert) => {
      // A record of TLS (RFC 8446, 5.1 and 6): a fatal alert.
      const refusing = createServer(
        (socket) =>
          void socket
            .on("error", () => undefined)
            .once("data", () => socket.end(Buffer.of(0x15, 3, 3, 0, 2, 2, alert))),
      );
      await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
      const host = `127.0.0.1:${(refusing.address() as AddressInfo).port}`;
      const account = await lab.appleCertificate();
      expect(await send(open({ ...account, endpoint: `https://${host}` }, host))).toMatchObject({
        kind: "stopped",
        code: "7515",
        reason: "APNs 403 BadCertificate: the connection was refused",
      });
      refusing.close();
    },
  );

  it("is not asked once the certificate has expired: deliveries wait, and say since when", async () => {
    const account = await lab.appleCertificate({ until: new Date(Date.UTC(2035, 4, 3)) });
    const provider = open(account);
    expect(await send(provider)).toMatchObject({ kind: "submitted" });
    const before = lab.counts().apns.requests;
    setClock(Date.UTC(2035, 4, 4), performance.now());
    expect(await send(provider)).toEqual({
      kind: "stopped",
      code: "7515",
      reason:
        "The apns credential cannot be used: certificate: this certificate expired on May 3, 2035. Create a new one in the developer account",
    });
    expect(lab.counts().apns.requests).toBe(before);
  });
});
