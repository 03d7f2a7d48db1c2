import { createServer as createHttp, type Server } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createHttps } from "node:https";
import {
  connect,
  createServer as createTcp,
  type AddressInfo,
  type Server as TcpServer,
} from "node:net";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { ForbiddenAddressError, NotSentError } from "./errors";
import { guardedPost } from "./guarded";
import { openPool } from "./http2-pool";
import { post } from "./plain";
import { proxyOf } from "./proxy";

const call = { headers: {}, body: "{}", timeoutMs: 5_000, maxBytes: 1_000 };
const provider = { by: "PROVIDER_ALLOW" as const };
const port = (server: TcpServer | Server) => (server.address() as AddressInfo).port;
const listen = (server: TcpServer) =>
  new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

/** What the proxy was asked for, and with what; it leads each name to a server of the test. */
const connectRequests: { target: string; authorization: string | undefined }[] = [];
let answer = "";
let to = 0;
const proxy = createHttp();
proxy.on("connect", (request, socket) => {
  connectRequests.push({
    target: request.url ?? "",
    authorization: request.headers["proxy-authorization"],
  });
  socket.on("error", () => undefined);
  if (answer !== "") return void socket.end(answer);
  const onward = connect(to, "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
  onward.on("error", () => socket.destroy());
});

const receiver = createHttp((request, response) =>
  response.end(`${request.method} ${request.headers.host ?? ""}`),
);
let certificate: { cert: string; private: string };
let receiverTls: TcpServer;
let providerH2: TcpServer;

beforeAll(async () => {
  certificate = await generate([{ name: "commonName", value: "push.example.com" }], {
    algorithm: "sha256",
    keySize: 2048,
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "push.example.com" }] }],
  });
  const tls = { cert: certificate.cert, key: certificate.private };
  receiverTls = createHttps(tls, (_request, response) => response.end("over TLS"));
  const h2 = createSecureServer(tls);
  h2.on("stream", (stream) => {
    stream.respond({ ":status": 200 });
    stream.end("over HTTP/2");
  });
  providerH2 = h2;
  for (const server of [proxy, receiver, receiverTls, providerH2]) await listen(server);
});
afterAll(async () => {
  for (const server of [proxy, receiver, receiverTls, providerH2])
    await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  const settings = config();
  settings.HTTPS_PROXY = `http://me:p%40ss@127.0.0.1:${port(proxy)}`;
  settings.HTTP_PROXY = settings.HTTPS_PROXY;
});
afterEach(() => {
  const settings = config();
  settings.HTTPS_PROXY = undefined;
  settings.HTTP_PROXY = undefined;
  settings.NO_PROXY.splice(0);
  connectRequests.splice(0);
  answer = "";
});

describe("a proxy", () => {
  it("connects to a notify URL, with its credentials, by the name that only it can look up", async () => {
    to = port(receiver);
    expect(await guardedPost("http://hooks.example.com/n", call)).toMatchObject({
      status: 200,
      body: "POST hooks.example.com",
    });
    const authorization = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
    expect(connectRequests).toEqual([{ target: "hooks.example.com:80", authorization }]);
  });

  it("carries TLS to a provider, whose certificate is checked", async () => {
    to = port(receiverTls);
    const ca = certificate.cert;
    expect(
      await post("https://push.example.com/token", { ...call, ca, allowed: provider }),
    ).toMatchObject({ body: "over TLS" });
    expect(connectRequests.map(({ target }) => target)).toEqual(["push.example.com:443"]);
    await expect(
      post("https://other.example.com/token", { ...call, ca, allowed: provider }),
    ).rejects.toThrow(/certificate is for another name/);
  });

  it("carries HTTP/2", async () => {
    to = port(providerH2);
    const pool = openPool({
      origin: "https://push.example.com",
      ca: certificate.cert,
      allowed: provider,
    });
    try {
      const request = {
        method: "POST" as const,
        path: "/3/device/a",
        headers: {},
        body: "{}",
        timeoutMs: 5_000,
      };
      expect(await pool.request(request)).toMatchObject({ status: 200, body: "over HTTP/2" });
    } finally {
      await pool.close();
    }
    expect(connectRequests.map(({ target }) => target)).toEqual(["push.example.com:443"]);
  });

  it.each([
    [
      "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
      "answered 407; set its user name and password in HTTPS_PROXY",
    ],
    ["HTTP/1.1 403 Forbidden\r\n\r\n", "answered 403; let it connect to hooks.example.com:443"],
    ["HTTP/1.1 502 Bad Gateway\r\n\r\n", "answered 502"],
    ["SSH-2.0-OpenSSH\r\n\r\n", "did not answer"],
  ])(
    "that refuses is named, without its password, and nothing was sent: %j",
    async (text, words) => {
      answer = text;
      const error: unknown = await guardedPost("https://hooks.example.com/n", call).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(NotSentError);
      expect((error as Error).message).toContain(`the proxy 127.0.0.1:${port(proxy)} ${words}`);
      expect((error as Error).message).not.toMatch(/p@ss|p%40ss/);
    },
  );

  it("that hangs is named before the call's own time is over, and nothing was sent", async () => {
    const silent = createTcp();
    await listen(silent);
    const url = `http://127.0.0.1:${port(silent)}`;
    Object.assign(config(), { HTTPS_PROXY: url, HTTP_PROXY: url });
    const words = `the proxy 127.0.0.1:${port(silent)} did not answer`;
    try {
      for (const target of ["https://hooks.example.com/n", "http://hooks.example.com/n"]) {
        const error: unknown = await guardedPost(target, { ...call, timeoutMs: 10_000 }).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(NotSentError);
        expect((error as Error).message).toContain(words);
      }
      const pool = openPool({ origin: "https://push.example.com", allowed: provider });
      const request = { method: "POST", path: "/", headers: {}, body: "", timeoutMs: 15_000 };
      await expect(pool.request(request)).rejects.toThrow(words);
      await pool.close();
    } finally {
      silent.close();
    }
  }, 60_000);

  it("that closes the line before its answer is named", async () => {
    answer = "HTTP/1.1 200";
    await expect(guardedPost("https://hooks.example.com/n", call)).rejects.toThrow(
      /the proxy \S+ did not answer/,
    );
  });

  it.each(["hooks.corp", "hooks.corp:80"])(
    "connects to a name of a private network that is listed: %s",
    async (entry) => {
      to = port(receiver);
      config().NOTIFY_ALLOW.push(entry);
      try {
        expect(await guardedPost("http://hooks.corp/n", call)).toMatchObject({ status: 200 });
      } finally {
        config().NOTIFY_ALLOW.splice(0);
      }
    },
  );

  it("that is not there is named", async () => {
    config().HTTPS_PROXY = "http://127.0.0.1:9";
    await expect(guardedPost("https://hooks.example.com/n", call)).rejects.toThrow(
      /the proxy 127\.0\.0\.1:9 cannot be reached: ECONNREFUSED/,
    );
  });

  it.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/latest",
    "http://[fd00::1]/",
    "http://intranet/",
    "http://a.corp/",
    "http://b.internal/",
  ])("is not asked for what is private: %s", async (url) => {
    await expect(guardedPost(url, call)).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(connectRequests).toEqual([]);
  });

  it.each([
    ["localhost", 80, ""],
    ["127.0.0.1", 80, ""],
    ["[::1]", 80, ""],
    ["a.example.com", 443, "*"],
    ["a.example.com", 443, "example.com"],
    ["example.com", 443, "example.com"],
    ["a.example.com", 443, ".example.com"],
    ["a.example.com", 443, "*.example.com"],
    ["a.example.com", 8443, "a.example.com:8443"],
    ["10.1.2.3", 443, "10.0.0.0/8"],
    ["10.1.2.3", 443, "10.1.2.3"],
    ["[fd00::1]", 443, "fd00::/8"],
    ["[fd00::1]", 443, "[fd00::1]"],
    ["[fd00::1]", 8443, "[fd00::1]:8443"],
    ["[fd00::1]", 443, "fd00:0:0::1"],
    ["[::ffff:10.1.2.3]", 443, "10.0.0.0/8"],
    ["10.1.2.3", 8443, "10.1.2.3:8443"],
    ["A.Example.com.", 443, "example.com"],
    ["192.168.7.1", 443, "192.168.*"],
    ["intranet", 443, "<local>"],
  ])("is not used for %s, port %i, with NO_PROXY %j", (host, number, entry) => {
    config().NO_PROXY.push(...(entry === "" ? [] : [entry]));
    expect(proxyOf("https:", host, number)).toBeUndefined();
  });

  it.each([
    ["a.example.com", 443, "b.example.com"],
    ["badexample.com", 443, "example.com"],
    ["a.example.com", 443, "a.example.com:8443"],
    ["11.1.2.3", 443, "10.0.0.0/8"],
    ["1.2.3.4", 443, "3.4"],
    ["[fd00::1]", 443, "[fd00::1]:8443"],
    ["0.0.0.10", 443, "10"],
    ["192.169.7.1", 443, "192.168.*"],
    ["a.example.com", 443, "<local>"],
  ])("is used for %s, port %i, with NO_PROXY %j", (host, number, entry) => {
    config().NO_PROXY.push(entry);
    expect(proxyOf("https:", host, number)?.hostname).toBe("127.0.0.1");
  });
});
