import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { providerOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { openAppleAuthority } from "@/lib/lab/apple-authority";
import { startLab, type CertificateAccount, type Lab } from "@/lib/lab/lab";
import { makePoint } from "@/lib/lab/state-file";
import type { Outcome, Provider } from "./provider";
import { openProvider } from "./registry";
import { outcomesOf, requestOf, targetOf } from "./testing";

let lab: Lab;
/** For APNs, in the place of a provider token. */
let certificate: CertificateAccount;
let foreignCertificate: Record<string, string>;
beforeAll(async () => {
  lab = await startLab({ dataDir: mkdtempSync(join(tmpdir(), "providers-")), ports: 0 });
  certificate = await lab.appleCertificate();
  const stranger = await (await openAppleAuthority()).issue({ bundleId: certificate.bundleId });
  foreignCertificate = { certificate: stranger.certificate, certificateKey: stranger.key };
});
afterAll(() => lab.stop());

const opened: Provider[] = [];
/** A closed port. */
const nowhere = "127.0.0.1:9";
afterEach(async () => {
  lab.faults.set({});
  await Promise.all(opened.splice(0).map((provider) => provider.close()));
});

type SignIn = "as usual" | "certificate";

function openWith(
  kind: DeviceKind,
  more: Record<string, unknown> = {},
  signIn: SignIn = "as usual",
): Provider {
  const provider = providerOf(kind);
  const account = signIn === "certificate" ? certificate : lab.accounts[provider];
  const adapter = openProvider(provider, { ...account, ...more }, [...lab.addresses, nowhere]);
  opened.push(adapter);
  return adapter;
}

const requestFor = (kind: DeviceKind, transid: string) => requestOf(lab, kind, transid);
const devices = (kind: DeviceKind, count: number) =>
  Array.from({ length: count }, () => lab.addDevice({ kind }));
const arrived = (transid: string) => lab.notifications({ transid }).map(({ pushId }) => pushId);
const kindsOf = (outcomes: readonly Outcome[]) => outcomes.map(({ kind }) => kind);
const pem = (type: "rsa" | "ec") => {
  const pair =
    type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2_048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
};
/** What each provider calls the same thing. */
const words = {
  android: {
    dead: "7571",
    busy: "7563",
    broken: "7565",
    refused: "7569",
    foreign: () => ({ privateKey: pem("rsa") }),
  },
  hms: {
    dead: "7537",
    busy: "7551",
    broken: "7551",
    refused: "7544",
    foreign: () => ({ appSecret: "another" }),
  },
  ios: {
    dead: "7513",
    busy: "7507",
    broken: "7517",
    refused: "7504",
    foreign: () => ({ privateKey: pem("ec") }),
  },
  chrome: { dead: "7513", busy: "7507", broken: "7404", refused: "7513", foreign: makePoint },
  firefox: { dead: "7513", busy: "7507", broken: "7404", refused: "7504", foreign: makePoint },
  safari: { dead: "7513", busy: "7507", broken: "7404", refused: "7513", foreign: makePoint },
} as const;

const waysIn: [DeviceKind, SignIn][] = [
  ...(Object.keys(words) as DeviceKind[]).map((kind): [DeviceKind, SignIn] => [kind, "as usual"]),
  ["ios", "certificate"],
];

describe.each(waysIn)("the provider of %s (%s)", (kind, signIn) => {
  const word = words[kind];
  const open = (more: Record<string, unknown> = {}) => openWith(kind, more, signIn);
  const fault = (settings: Record<string, unknown>) =>
    lab.faults.set({ [providerOf(kind)]: settings });

  it("sends to every device once, and answers in their order", async () => {
    const some = devices(kind, 60);
    const transid = randomUUID();
    const dead = some.filter((_, n) => n % 7 === 3);
    for (const { pushId } of dead) lab.retire(pushId);
    const outcomes = await outcomesOf(open(), {
      request: requestFor(kind, transid),
      targets: some.map(targetOf),
    });
    const reached = some.filter((device) => !dead.includes(device));
    expect(arrived(transid).toSorted()).toEqual(reached.map(({ pushId }) => pushId).toSorted());
    expect(
      outcomes.map((outcome) =>
        outcome.kind === "rejected" ? [outcome.code, outcome.retireDevice] : outcome.kind,
      ),
    ).toEqual(some.map((device) => (dead.includes(device) ? [word.dead, true] : "submitted")));
  });

  it("returns nothing for no targets", async () => {
    expect(
      await outcomesOf(open(), { request: requestFor(kind, randomUUID()), targets: [] }),
    ).toEqual([]);
  });

  it.each([
    ["seconds", () => 7, 7_000],
    ["a date", () => new Date(Date.now() + 120_000).toUTCString(), 60_000],
  ])("waits as long as Retry-After says by %s", async (_, retryAfter, least) => {
    fault({ status: 429, retryAfter: retryAfter() });
    const [outcome] = await outcomesOf(open(), {
      request: requestFor(kind, randomUUID()),
      targets: devices(kind, 1).map(targetOf),
    });
    expect(outcome).toMatchObject({
      kind: "deferred",
      code: word.busy,
      afterMs: expect.toSatisfy((ms: number) => ms >= least) as number,
    });
  });

  it("tries again what failed at the provider: 500, and a page of a gateway", async () => {
    const targets = devices(kind, 3).map(targetOf);
    const provider = open();
    fault({ status: 500 });
    expect(
      await outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets }),
    ).toMatchObject(targets.map(() => ({ kind: "deferred", code: word.broken })));
    fault({ status: 502, body: "<!DOCTYPE html><p>Please try again in 30 seconds." });
    expect(
      kindsOf(await outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets })),
    ).toEqual(["deferred", "deferred", "deferred"]);
  });

  it("is left alone while it only fails, and used again when it is well", async () => {
    const targets = devices(kind, 1).map(targetOf);
    const provider = open();
    const send = async () =>
      (await outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets }))[0]?.kind;
    fault({ status: 500 });
    const kinds: unknown[] = [];
    for (let n = 0; n < 12; n += 1) kinds.push(await send());
    expect(kinds).toEqual([...Array.from({ length: 10 }, () => "deferred"), "held", "held"]);
    lab.faults.set({});
    await vi.waitFor(async () => expect(await send()).toBe("submitted"), {
      timeout: 10_000,
      interval: 100,
    });
    expect(await send()).toBe("submitted");
  });

  it("does not claim to know what became of a request whose connection broke, and goes on", async () => {
    const [target] = devices(kind, 1).map(targetOf);
    if (!target) throw new Error("no target");
    const provider = open();
    await outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets: [target] });
    fault({ dropAfter: 1 });
    const transid = randomUUID();
    expect(
      kindsOf(
        await outcomesOf(provider, { request: requestFor(kind, transid), targets: [target] }),
      ),
    ).toEqual(["unknown"]);
    expect(arrived(transid)).toHaveLength(1);
    lab.faults.set({});
    expect(
      kindsOf(
        await outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets: [target] }),
      ),
    ).toEqual(["submitted"]);
  });

  it("comes to an answer for each when connections break now and then", async () => {
    fault({ dropConnections: 0.05 });
    const some = devices(kind, 80);
    const transid = randomUUID();
    const outcomes = await outcomesOf(open(), {
      request: requestFor(kind, transid),
      targets: some.map(targetOf),
    });
    expect(outcomes).toHaveLength(80);
    const reached = new Set(arrived(transid));
    const pushIdsOf = (outcomeKind: Outcome["kind"]) =>
      some.filter((_, n) => outcomes[n]?.kind === outcomeKind).map(({ pushId }) => pushId);
    expect(pushIdsOf("submitted").filter((pushId) => !reached.has(pushId))).toEqual([]);
    expect(pushIdsOf("deferred").filter((pushId) => reached.has(pushId))).toEqual([]);
    expect([...pushIdsOf("rejected"), ...pushIdsOf("stopped")]).toEqual([]);
  });

  it("tries again later at a closed port", async () => {
    const { hms, fcm, apns } = lab.accounts;
    const more = {
      android: { ...fcm, endpoint: `http://${nowhere}` },
      hms: { ...hms, endpoint: `http://${nowhere}` },
      ios: { ...apns, endpoint: `http://${nowhere}` },
    };
    const [target] = devices(kind, 1).map(targetOf);
    if (!target) throw new Error("no target");
    const subscription = target.subscription && {
      ...target.subscription,
      endpoint: `http://${nowhere}/push/x`,
    };
    const targets = [subscription ? { ...target, subscription } : target];
    const provider = open(kind === "android" || kind === "hms" || kind === "ios" ? more[kind] : {});
    expect(
      await outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets }),
    ).toMatchObject([{ kind: "deferred" }]);
  });

  it("does not go on with a credential that is refused, and keeps it to itself", async () => {
    const foreign: Record<string, string> =
      signIn === "certificate" ? foreignCertificate : word.foreign();
    const refused = signIn === "certificate" ? "7515" : word.refused;
    const some = devices(kind, 12);
    const outcomes = await outcomesOf(open(foreign), {
      request: requestFor(kind, randomUUID()),
      targets: some.map(targetOf),
    });
    // Chrome's and Apple's service say that it is the subscription that has another key.
    const expected = word.refused === "7513" ? { kind: "rejected" } : { kind: "stopped" };
    expect(outcomes).toMatchObject(some.map(() => ({ ...expected, code: refused })));
    for (const value of Object.values(foreign))
      expect(JSON.stringify(outcomes)).not.toContain(value.slice(0, 40));
  });
});

describe.each<[DeviceKind, SignIn]>([
  ["android", "as usual"],
  ["ios", "as usual"],
  ["ios", "certificate"],
  ["chrome", "as usual"],
])("HTTP/2 to the provider of %s (%s)", (kind, signIn) => {
  it("loses and doubles nothing when connections end with GOAWAY", async () => {
    lab.faults.set({ [providerOf(kind)]: { goawayAfter: 40 } });
    const some = devices(kind, 300);
    const transid = randomUUID();
    const provider = openWith(kind, {}, signIn);
    let rest = some;
    // What no connection took in a few attempts is deferred: it was certainly not looked at, and
    // goes again.
    for (let attempt = 0; rest.length > 0 && attempt < 20; attempt += 1) {
      const outcomes = await outcomesOf(provider, {
        request: requestFor(kind, transid),
        targets: rest.map(targetOf),
      });
      expect(kindsOf(outcomes).filter((one) => one !== "submitted" && one !== "deferred")).toEqual(
        [],
      );
      rest = rest.filter((_, n) => outcomes[n]?.kind === "deferred");
    }
    expect(arrived(transid).toSorted()).toEqual(some.map(({ pushId }) => pushId).toSorted());
  });
});

describe.each(["android", "hms"] as const)("the access token for %s", (kind) => {
  const calls = () => lab.counts()[providerOf(kind)].tokenCalls;

  it("is fetched once for many, and once more when it ended early", async () => {
    const provider = openWith(kind);
    const targets = devices(kind, 40).map(targetOf);
    const before = calls();
    const send = () => outcomesOf(provider, { request: requestFor(kind, randomUUID()), targets });
    lab.faults.set({ [providerOf(kind)]: { tokenLifetime: 0 } });
    await send();
    lab.faults.set({});
    const after = calls();
    expect(after - before).toBeLessThanOrEqual(3);
    expect(new Set(kindsOf(await send()))).toEqual(new Set(["submitted"]));
    expect(calls() - after).toBeLessThanOrEqual(1);
  });

  it("is no reason to stop while the token endpoint is down", async () => {
    lab.faults.set({ [providerOf(kind)]: { tokenStatus: 503 } });
    expect(
      await outcomesOf(openWith(kind), {
        request: requestFor(kind, randomUUID()),
        targets: devices(kind, 2).map(targetOf),
      }),
    ).toMatchObject([{ kind: "deferred" }, { kind: "deferred" }]);
  });
});

describe("a delivery to an iPhone", () => {
  it("goes under its own id, so that sending it twice can be recognised", async () => {
    const [target] = devices("ios", 1).map(targetOf);
    const outcomes = await outcomesOf(openWith("ios"), {
      request: requestFor("ios", randomUUID()),
      targets: target ? [target] : [],
    });
    expect(outcomes).toEqual([{ kind: "submitted", providerMessageId: target?.deliveryId }]);
  });
});
