import { connect, type OutgoingHttpHeaders } from "node:http2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAppleAuthority, type AppleSubject } from "@/lib/lab/apple-authority";
import { type Lab, startLab } from "@/lib/lab/lab";
import {
  ask,
  apnsHeaders,
  apnsToken,
  deviceOf,
  freshFolder,
  type ClientResponse,
} from "@/lib/lab/test-client";

let lab: Lab;
let folder: string;
beforeAll(async () => {
  folder = freshFolder();
  lab = await startLab({ dataDir: folder, ports: 0 });
});
afterAll(() => lab.stop());

const hello = JSON.stringify({ aps: { alert: "Hi" } });

/** One request by TLS, with a certificate or without. */
async function send(
  clientCertificate: { cert: string; key: string } | undefined,
  more: OutgoingHttpHeaders = {},
): Promise<string> {
  const { root } = await lab.appleAuthority();
  const session = connect(lab.endpoints.apns.replace("http:", "https:"), {
    ca: root.certificate,
    ...clientCertificate,
  });
  session.on("error", () => undefined);
  const headers = apnsHeaders(lab, deviceOf(lab, "ios").pushId, "", {
    authorization: undefined,
    ...more,
  });
  const { status, body }: ClientResponse = await ask(session, headers, hello).finally(() =>
    session.destroy(),
  );
  return status === 200 ? "ok" : `${status} ${(JSON.parse(body) as { reason: string }).reason}`;
}

async function issued(subject: Partial<AppleSubject> = {}): Promise<{ cert: string; key: string }> {
  const { certificate, certificateKey } = await lab.appleCertificate(subject);
  return { cert: certificate, key: certificateKey };
}

describe("APNs with client certificates", () => {
  it("accepts a certificate of its authority instead of a provider token, and a token over TLS", async () => {
    expect(await send(await issued())).toBe("ok");
    expect(await send(undefined)).toBe("403 MissingProviderToken");
    expect(await send(undefined, { authorization: `bearer ${apnsToken(lab)}` })).toBe("ok");
    expect(await send(await issued(), { authorization: "bearer nonsense" })).toBe(
      "403 InvalidProviderToken",
    );
  });

  it.each<[string, Partial<AppleSubject>, OutgoingHttpHeaders, string]>([
    ["expired", { until: new Date(Date.now() - 1_000) }, {}, "403 BadCertificate"],
    ["not valid yet", { from: new Date(Date.now() + 3_600_000) }, {}, "403 BadCertificate"],
    ["for nothing of the push service", { environments: [] }, {}, "403 BadCertificate"],
    [
      "for development alone",
      { environments: ["development"] },
      {},
      "403 BadCertificateEnvironment",
    ],
    ["for production alone", { environments: ["production"] }, {}, "ok"],
    ["for another app", { bundleId: "com.example.other" }, {}, "400 TopicDisallowed"],
    [
      "for this and another app",
      { bundleId: "com.example.other", topics: ["com.clarion.sandbox"] },
      {},
      "ok",
    ],
    [
      "for another app, and sent to it",
      { bundleId: "com.example.other" },
      { "apns-topic": "com.example.other" },
      "400 DeviceTokenNotForTopic",
    ],
    ["for one topic, which goes without saying", {}, { "apns-topic": undefined }, "ok"],
    [
      "for two topics, which does not",
      { topics: ["com.clarion.sandbox.voip"] },
      { "apns-topic": undefined },
      "400 MissingTopic",
    ],
  ])("with one that is %s it answers as Apple does", async (_what, subject, headers, expected) => {
    expect(await send(await issued(subject), headers)).toBe(expected);
  });

  it("refuses the certificate of another authority", async () => {
    const stranger = await openAppleAuthority();
    const { certificate, key } = await stranger.issue({ bundleId: lab.accounts.apns.bundleId });
    expect(await send({ cert: certificate, key })).toBe("403 BadCertificate");
  });

  it("knows its certificates after it was started again", async () => {
    const before = await issued();
    await lab.stop();
    lab = await startLab({ dataDir: folder, ports: 0 });
    expect(await send(before)).toBe("ok");
  });
});
