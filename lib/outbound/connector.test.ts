import type dns from "node:dns";
import { createServer } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import { createServer as createHttps } from "node:https";
import { createServer as createTcp, type AddressInfo, type Server } from "node:net";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { config } from "@/lib/config/config";
import { NotSentError, OutcomeUnknownError, sorted } from "./errors";
import { guardedPost } from "./guarded";
import { openPool } from "./http2-pool";
import { post } from "./plain";

/** What the name servers say of the name; both are this machine's. */
const addresses = vi.hoisted(() => ({ four: ["127.0.0.1"], six: ["::1"] }));
vi.mock("node:dns", async (actual) => {
  const own = await actual<typeof dns>();
  class Resolver extends own.promises.Resolver {
    override resolve4 = (() => Promise.resolve(addresses.four)) as never;
    override resolve6 = (() => Promise.resolve(addresses.six)) as never;
  }
  return { ...own, default: own, promises: { ...own.promises, Resolver } };
});

const call = { headers: {}, body: "{}", timeoutMs: 8_000, maxBytes: 1_000 };
const closers: Server[] = [];
const listen = async <S extends Server>(server: S, host: string): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(server);
  return (server.address() as AddressInfo).port;
};

const ranges = ["127.0.0.0/8", "::1/128"];
beforeAll(() => {
  config().NOTIFY_ALLOW.push(...ranges);
  config().PROVIDER_ALLOW.push(...ranges);
});
afterAll(() => {
  config().NOTIFY_ALLOW.splice(0);
  config().PROVIDER_ALLOW.splice(0);
});
afterEach(() => {
  for (const server of closers.splice(0)) server.close();
});

describe("a name with several addresses", () => {
  it.each([
    ["IPv4", "127.0.0.1"],
    ["IPv6", "::1"],
  ])("is reached where %s alone answers", async (_, host) => {
    const port = await listen(
      createServer((_request, response) => response.end("here")),
      host,
    );
    const allowed = { by: "PROVIDER_ALLOW" as const };
    expect(await post(`http://dual.example:${port}/n`, { ...call, allowed })).toMatchObject({
      status: 200,
      body: "here",
    });
  });

  it.each(["127.0.0.1", "::1"])("is reached over HTTP/2 where %s alone answers", async (host) => {
    const server = createHttp2();
    server.on("stream", (stream) => {
      stream.respond({ ":status": 200 });
      stream.end("here");
    });
    const pool = openPool({
      origin: `http://dual.example:${await listen(server, host)}`,
      allowed: { by: "PROVIDER_ALLOW" },
    });
    try {
      const request = { method: "POST", path: "/", headers: {}, body: "", timeoutMs: 8_000 };
      expect(await pool.request(request)).toMatchObject({ status: 200, body: "here" });
    } finally {
      await pool.close();
    }
  });
});

describe("a certificate", () => {
  const serve = async (
    names: string[],
    more: object = {},
    tls: object = {},
  ): Promise<{ port: number; cert: string }> => {
    const certificate = await generate([{ name: "commonName", value: names[0] ?? "" }], {
      algorithm: "sha256",
      keySize: 2048,
      extensions: [
        { name: "subjectAltName", altNames: names.map((value) => ({ type: 2 as const, value })) },
      ],
      ...more,
    });
    const server = createHttps(
      { cert: certificate.cert, key: certificate.private, ...tls },
      (_request, response) => response.end("never"),
    );
    return { cert: certificate.cert, port: await listen(server, "127.0.0.1") };
  };

  it("that is self-signed is named with the remedy, and nothing was sent", async () => {
    const { port } = await serve(["localhost"]);
    config().NOTIFY_ALLOW.push("localhost");
    const error: unknown = await guardedPost(`https://localhost:${port}/n`, call).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(NotSentError);
    expect((error as Error).message).toBe(
      "not connected: its certificate is self-signed; use one of a public authority, or add it to NODE_EXTRA_CA_CERTS (DEPTH_ZERO_SELF_SIGNED_CERT)",
    );
  });

  it("of a company's authority is named by what its server sends", async () => {
    const ca = await generate([{ name: "commonName", value: "Company" }], {
      algorithm: "sha256",
      keySize: 2048,
      extensions: [{ name: "basicConstraints", cA: true, critical: true }],
    });
    const leaf = await generate([{ name: "commonName", value: "localhost" }], {
      algorithm: "sha256",
      keySize: 2048,
      ca: { key: ca.private, cert: ca.cert },
    });
    config().NOTIFY_ALLOW.push("localhost");
    for (const [cert, words] of [
      [leaf.cert, "let its server send the intermediate certificates too"],
      [`${leaf.cert}\n${ca.cert}`, "the authority of its certificate is not trusted here"],
    ] as const) {
      const port = await listen(createHttps({ cert, key: leaf.private }), "127.0.0.1");
      const error: unknown = await guardedPost(`https://localhost:${port}/n`, call).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(NotSentError);
      expect((error as Error).message).toContain(words);
    }
  });

  it.each([
    [
      "not valid yet",
      {
        notBeforeDate: new Date(Date.now() + 86_400_000),
        notAfterDate: new Date(Date.now() + 172_800_000),
      },
    ],
    [
      "expired",
      {
        notBeforeDate: new Date(Date.now() - 172_800_000),
        notAfterDate: new Date(Date.now() - 86_400_000),
      },
    ],
  ])("that is %s counts as not sent", async (words, dates) => {
    const { port, cert } = await serve(["localhost"], dates);
    const error: unknown = await post(`https://localhost:${port}/`, {
      ...call,
      ca: cert,
      allowed: { by: "PROVIDER_ALLOW" },
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotSentError);
    expect((error as Error).message).toContain(words);
  });

  it("that a server asks of its clients counts as not sent", async () => {
    const more = { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" };
    const { port, cert } = await serve(["localhost"], {}, more);
    const error: unknown = await post(`https://localhost:${port}/`, {
      ...call,
      ca: cert,
      allowed: { by: "PROVIDER_ALLOW" },
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotSentError);
    expect((error as Error).message).toContain("require no client certificate");
  });

  it("is needed by a port that answers with TLS, which is named", async () => {
    const alert = createTcp((socket) => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])));
    const port = await listen(alert, "127.0.0.1");
    const error: unknown = await guardedPost(`http://127.0.0.1:${port}/n`, call).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as Error).message).toContain("use https://");
  });

  it("of a server without HTTP/2 is no connection of the pool", async () => {
    const { port, cert } = await serve(["localhost"]);
    const pool = openPool({
      origin: `https://localhost:${port}`,
      ca: cert,
      allowed: { by: "PROVIDER_ALLOW" },
    });
    try {
      const request = { method: "POST", path: "/", headers: {}, body: "", timeoutMs: 8_000 };
      const words = "require no client certificate";
      await expect(pool.request(request)).rejects.toThrow(words);
      // The reason stays while the pool rests before its next try.
      await expect(pool.request(request)).rejects.toThrow(words);
    } finally {
      await pool.close();
    }
  });

  it("is asked of a port that speaks no TLS, which is named", async () => {
    const port = await listen(createServer(), "127.0.0.1");
    await expect(guardedPost(`https://127.0.0.1:${port}/n`, call)).rejects.toThrow(
      "it speaks no TLS on this port",
    );
    const pool = openPool({ origin: `https://127.0.0.1:${port}`, allowed: { by: "NOTIFY_ALLOW" } });
    try {
      const request = {
        method: "POST" as const,
        path: "/",
        headers: {},
        body: "",
        timeoutMs: 5_000,
      };
      await expect(pool.request(request)).rejects.toThrow("it speaks no TLS on this port");
    } finally {
      await pool.close();
    }
  });

  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "NODE_EXTRA_CA_CERTS"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "intermediate certificates"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "whole chain"],
    ["UNABLE_TO_GET_ISSUER_CERT", "whole chain"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "another name"],
    ["CERT_NOT_YET_VALID", "not valid yet"],
    ["CERT_HAS_EXPIRED", "expired"],
    ["CERT_REVOKED", "revoked"],
    ["CERT_SIGNATURE_FAILURE", "cannot be verified"],
    ["INVALID_CA", "cannot be verified"],
    ["UNABLE_TO_GET_CRL", "cannot be verified"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "require no client certificate"],
    ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "require no client certificate"],
    ["ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE", "TLS 1.2 or newer"],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "TLS 1.2 or newer"],
  ])("refused as %s counts as not sent, in words", (code, words) => {
    const error = sorted(Object.assign(new Error("x"), { code }));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error.message).toContain(words);
    expect(error.message).toContain(code);
  });

  it.each([
    "ECONNRESET",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "UND_ERR_SOCKET",
    "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
  ])("is no word about a line that broke later: %s", (code) => {
    expect(sorted(Object.assign(new Error("x"), { code }))).toBeInstanceOf(OutcomeUnknownError);
  });
});
