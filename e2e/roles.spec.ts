import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startOpenIdProvider, type OpenIdProvider } from "../tests/openid-provider.mjs";
import { calls, ownAccount, unsigned, type Service } from "./support/calls-by-role";
import { actionsOfBuild, callAction, encodedArguments } from "./support/actions";
import { signInByHttp, type HttpSession } from "./support/http-session";
import { startServer, type RunningServer } from "./support/server";

const root = join(import.meta.dirname, "..");
/** Runs a script of this folder on the data of a server that is not running; what it printed last. */
function beside<T>(script: string, ...args: string[]): T {
  const printed = execFileSync(process.execPath, ["--import", "tsx", `e2e/support/${script}`, ...args], { cwd: root, encoding: "utf8" });
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "") as T;
}

/** In the order of the table's columns. */
const people = ["viewer", "marketer", "sender", "approver", "admin", "owner", "installation"] as const;
type Who = (typeof people)[number];

/** The table of who may what, written by hand: by action, who may. */
const table = new Map(
  readFileSync(join(root, "lib/policy/who-may-what.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [action = "", ...cells] = line.split(/ +/);
      return [action, people.filter((_, column) => cells[column] === "y")] as const;
    }),
);

/** What reads only, or is written without an event: `lib/verb/events.ts` says why. What a second factor takes, nobody can write by hand. */
const exempt = [
  "service.view",
  "template.read",
  "campaign.save",
  "template.save",
  "campaign.release",
  "audience.fill",
  "member.changeSecondFactor",
  "notice.see",
];

/** What is done in no service. */
const inNone = [
  "signOn.save",
  "signOn.remove",
  "member.disable",
  "member.reset",
  "member.resetSecondFactor",
  "member.changeSecondFactor",
  "member.changeSelf",
  "member.endSession",
  "member.signOutEverywhere",
  "notice.choose",
];

/** Actions that concern no service, so that there is no other one. */
const withoutService = [...ownAccount, "makeService", "keepConnection", "dropConnection"];

const noRight = /^(This needs |Only an owner of this installation|You have no role)/;
const nothingThere = /does not exist, or was removed|app id|to save this draft/;

interface Told {
  ok: boolean;
  problems?: { message: string }[];
}

/** What an answer amounts to. */
function verdictOf(text: string): "forbidden" | "hidden" | "answered" {
  const answer = /^\d+:(\{"ok":.*)$/m.exec(text)?.[1];
  if (answer === undefined) throw new Error(`no answer: ${text.slice(0, 300)}`);
  const told = JSON.parse(answer) as Told & { value?: unknown };
  // What was asked of several things, of one here, is answered for each.
  const [each] = Array.isArray(told.value) ? (told.value as (Told | undefined)[]) : [];
  const { ok, problems } = each?.ok === undefined ? told : each;
  const message = ok ? "" : (problems?.[0]?.message ?? "");
  return noRight.test(message) ? "forbidden" : nothingThere.test(message) ? "hidden" : "answered";
}

/** What the server knows of itself goes with the error of a call that it did not answer. */
const toldBy = (server: RunningServer) => async (error: Error) => {
  const known = await Promise.all(
    ["/readyz", "/metrics"].map(async (path) => {
      try {
        return await (await fetch(server.origin + path, { signal: AbortSignal.timeout(10_000) })).text();
      } catch (failed) {
        return String(failed);
      }
    }),
  );
  throw new Error([error.message, server.output(), ...known].join("\n"), { cause: error });
};

test.describe("who may what", () => {
  let server: RunningServer;
  let provider: OpenIdProvider;
  let services: { own: Service; foreign: Service };
  const sessions = new Map<Who, HttpSession>();

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    provider = await startOpenIdProvider({});
    server = await startServer({ SANDBOX: "0", PROVIDER_ALLOW: "127.0.0.1" });
    await server.kill();
    services = beside<typeof services>("two-services.ts", server.dataDir, server.password);
    services.own.issuer = provider.issuer;
    await server.start();
    for (const who of people) {
      const email = who === "installation" ? server.email : `${who}@shop.example`;
      sessions.set(who, await signInByHttp(server, { email, password: server.password }));
    }
  });
  test.afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const session = (who: Who): HttpSession => {
    const found = sessions.get(who);
    if (!found) throw new Error(who);
    return found;
  };

  test("every server action, by every role, in one's own service and in another: as the table says", async () => {
    test.setTimeout(900_000);
    const all = actionsOfBuild();
    expect(all.map((one) => one.name).toSorted()).toEqual([...Object.keys(calls), ...unsigned].toSorted());
    const wrong: string[] = [];
    for (const [actionName, { right, input }] of Object.entries(calls)) {
      const action = all.find((one) => one.name === actionName);
      const may = table.get(right);
      if (!action || !may) throw new Error(`${actionName} (${right})`);
      for (const who of people)
        for (const where of ["own", "foreign"] as const) {
          if (withoutService.includes(actionName) && where === "foreign") continue;
          const { status, text } = await callAction(session(who), action, encodedArguments([input(services[where])])).catch(toldBy(server));
          expect(status).toBe(200);
          const wanted = !may.includes(who) ? "forbidden" : where === "own" || who === "installation" ? "answered" : "hidden";
          const got = verdictOf(text);
          if (got !== wanted) wrong.push(`${actionName} by ${who} in ${where}: ${got}, not ${wanted}: ${text.slice(0, 400)}`);
          // Whatever is answered, nothing of the other service is in it.
          if (where === "foreign" && who !== "installation" && text.includes(services.foreign.mark))
            wrong.push(`${actionName} told ${who}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  test("what is done without a right leaves no trace, and what is done is on record with its service", async () => {
    await server.kill();
    const events = beside<{ action: string; serviceId: string | null; email: string | null }[]>("audit-events.ts", server.dataDir);
    await server.start();
    const done = events.filter(({ email }) => email !== null);
    expect(done.length).toBeGreaterThan(40);
    const { own, foreign } = services;
    // A new one begins its log with its first key, and with its making.
    const made = done.filter(({ action }) => action === "service.create").map(({ serviceId }) => serviceId);
    for (const { action, serviceId, email } of done) {
      const who = email === server.email ? "installation" : (email?.split("@")[0] as Who);
      expect(table.get(action), `${action} by ${who}`).toContain(who);
      if (inNone.includes(action)) expect(serviceId, action).toBeNull();
      else
        expect(who === "installation" ? [own.serviceId, foreign.serviceId, ...made] : [own.serviceId], `${action} by ${who}`).toContain(
          serviceId,
        );
    }
    const audited = new Set(done.map(({ action }) => action));
    // Of everything that can be done and is audited something was done.
    for (const action of new Set(Object.values(calls).map(({ right }) => right)))
      if (!exempt.includes(action)) expect(audited).toContain(action);
  });
});

test("pages and live streams show members their own service alone", async () => {
  test.setTimeout(240_000);
  const server = await startServer({ SANDBOX: "0" });
  try {
    await server.kill();
    const { own, foreign } = beside<{ own: Service; foreign: Service }>("two-services.ts", server.dataDir, server.password);
    await server.start();
    const there = (service: Service) => [
      `/?service=${service.serviceId}`,
      `/messages?service=${service.serviceId}`,
      `/messages/${service.transid}`,
      `/campaigns?service=${service.serviceId}`,
      `/campaigns/${service.campaignId}`,
      `/compose?service=${service.serviceId}`,
      `/compose?campaign=${service.drafts[0]}`,
      `/templates?service=${service.serviceId}`,
      `/media?service=${service.serviceId}`,
      `/templates/${service.templateId}`,
      `/templates/${service.templateId}/edit`,
      `/templates/export?service=${service.serviceId}`,
      `/audiences?service=${service.serviceId}`,
      `/devices?service=${service.serviceId}`,
      `/settings/audit?service=${service.serviceId}`,
      `/settings/audit/events.csv?service=${service.serviceId}`,
      `/settings/notify-urls?service=${service.serviceId}`,
      `/reference?service=${service.serviceId}`,
      `/settings/services/${service.serviceId}`,
      `/settings/members?service=${service.serviceId}`,
      `/account?service=${service.serviceId}`,
      `/settings/apps?service=${service.serviceId}`,
      `/settings/apps/${service.appId}`,
    ];
    for (const who of ["viewer", "owner"]) {
      const { ask } = await signInByHttp(server, { email: `${who}@shop.example`, password: server.password });
      for (const path of there(foreign)) {
        const text = await (await ask(path)).text();
        expect(text, path).not.toContain(foreign.mark);
      }
      for (const path of [
        "/",
        "/messages",
        "/campaigns",
        "/templates",
        "/media",
        "/audiences",
        "/devices",
        "/compose",
        "/settings/services",
        "/settings/members",
        "/settings/sign-on",
        "/account",
        "/settings/notify-urls",
      ]) {
        const text = await (await ask(path)).text();
        expect(text, path).not.toContain(foreign.mark);
      }
      expect(await (await ask(`/messages/${own.transid}?service=${own.serviceId}`)).text()).toContain(own.mark);
      expect((await ask(`/live/messages?service=${foreign.serviceId}`)).status).toBe(403);
      const live = await ask(`/live/messages?service=${own.serviceId}`);
      expect(live.status).toBe(200);
      await live.body?.cancel();
    }
    const nobody = await fetch(`${server.origin}/live/messages?service=${own.serviceId}`);
    expect(nobody.status).toBe(401);
  } finally {
    await server.stop();
  }
});
