import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { actionsOfBuild, callAction, encodedArguments } from "./support/actions";
import { signInByHttp, type HttpSession } from "./support/http-session";
import { startServer, type RunningServer } from "./support/server";

/** A service with something of everything, as `two-services.ts` made it. */
interface Service {
  mark: string;
  serviceId: string;
  appid: string;
  userid: string;
  audienceId: string;
  campaignId: string;
  transid: string;
  webhookId: string;
  drafts: string[];
  scheduled: string[];
  sending: string[];
  held: string[];
  lists: string[];
  filling: string[];
  appId: string;
  templateId: string;
  /** Templates with a draft that can be published, and with a second version that is. */
  unpublished: string[];
  rolled: string[];
  archivable: string[];
}

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

const request = ({ appid, userid }: Service) =>
  JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [{ userid: [userid] }],
    channels: { push: { web: { platform_types: ["chrome"], title: "Title", text: "Text" } } },
  });
const draft = ({ appid }: Service, id: string | null) => ({ id, revision: 1, name: "By roles", appid, draft: "{}" });
const reach = { audienceId: null, moreAppids: [] };
const choice = ({ userid }: Service) => ({ groups: [], devices: [], browsers: [], users: [userid] });
const next = (spare: string[]) => spare.pop() ?? "";
let nonce = 0;
const name = () => `By roles ${(nonce += 1)}`;

/** By server action: the right that it takes, written by hand, and an input that works. */
const calls: Record<string, { right: string; input: (service: Service) => unknown }> = {
  openList: { right: "service.view", input: ({ audienceId: id }) => ({ id }) },
  readFate: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  findDraft: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  readTestFate: { right: "service.view", input: ({ transid }) => ({ transids: [transid] }) },
  plan: { right: "campaign.save", input: (service) => ({ request: request(service), reach }) },
  countDevices: { right: "campaign.save", input: ({ appid, audienceId }) => ({ appids: [appid], audienceId, from: 0, named: {} }) },
  lookAt: { right: "campaign.save", input: ({ appid }) => ({ appid, url: "https://127.0.0.1:9/a.png" }) },
  saveDraft: { right: "campaign.save", input: (service) => ({ campaign: draft(service, null) }) },
  duplicate: { right: "campaign.save", input: ({ campaignId: id }) => ({ id }) },
  change: { right: "campaign.change", input: ({ campaignId: id }) => ({ id, change: { kind: "rename", name: name() } }) },
  changeEach: { right: "campaign.change", input: ({ campaignId: id }) => [{ id, change: { kind: "rename", name: name() } }] },
  findTestTargets: { right: "campaign.test", input: ({ appid }) => ({ appid, text: "", chosen: [] }) },
  sendTestMessage: { right: "campaign.test", input: (service) => ({ request: request(service), nonce: name(), choice: choice(service) }) },
  findNamed: { right: "service.view", input: ({ serviceId }) => ({ serviceId, text: "mark" }) },
  beginList: { right: "audience.fill", input: ({ appid }) => ({ appid, name: name(), test: false }) },
  finishList: { right: "audience.create", input: ({ filling: [id] }) => ({ id }) },
  addToList: { right: "audience.fill", input: ({ filling: [id] }) => ({ id, recipients: [{ type: "userid", id: name() }] }) },
  keepTestGroup: { right: "audience.create", input: (service) => ({ appid: service.appid, name: name(), choice: choice(service) }) },
  changeList: { right: "audience.change", input: ({ audienceId: id }) => ({ id, name: name() }) },
  removeList: { right: "audience.remove", input: ({ lists }) => ({ id: next(lists) }) },
  removeEachList: { right: "audience.remove", input: ({ lists }) => [{ id: next(lists) }] },
  callNotifyurl: { right: "notifyurl.check", input: ({ appid }) => ({ appid, notifyurl: "https://127.0.0.1:9/" }) },
  send: {
    right: "campaign.send",
    input: (service) => ({ request: request(service), nonce: name(), campaign: draft(service, next(service.drafts)) }),
  },
  scheduleDraft: {
    right: "campaign.schedule",
    input: (service) => ({
      id: next(service.drafts),
      revision: 1,
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: "UTC",
      request: request(service),
      reach,
    }),
  },
  undo: { right: "campaign.undo", input: ({ held }) => ({ id: next(held) }) },
  takeBack: { right: "campaign.undo", input: ({ held }) => ({ id: next(held) }) },
  release: { right: "campaign.release", input: ({ held: [id] }) => ({ id }) },
  sendNow: { right: "campaign.release", input: ({ held: [id] }) => ({ id }) },
  unschedule: { right: "campaign.unschedule", input: ({ scheduled }) => ({ id: next(scheduled) }) },
  stop: { right: "campaign.stop", input: ({ sending }) => ({ id: next(sending) }) },
  makeTemplate: { right: "template.save", input: ({ appId }) => ({ appId, templateId: `made_${(nonce += 1)}`, name: name() }) },
  keepTemplate: { right: "template.save", input: ({ templateId: id }) => ({ id, revision: 1, content: "{}" }) },
  changeTemplate: { right: "template.save", input: ({ templateId: id }) => ({ id, name: name(), tags: [] }) },
  publishTemplate: { right: "template.publish", input: ({ unpublished }) => ({ id: next(unpublished), revision: 1 }) },
  rollBackTemplate: { right: "template.rollBack", input: ({ rolled }) => ({ id: next(rolled), version: 1 }) },
  archiveTemplate: { right: "template.archive", input: ({ archivable }) => ({ id: next(archivable) }) },
  restoreTemplate: { right: "template.archive", input: ({ templateId: id }) => ({ id }) },
  replayMessage: { right: "update.replay", input: ({ transid }) => ({ transid }) },
  resumeWebhook: { right: "webhook.resume", input: ({ webhookId: id }) => ({ id }) },
  // Last: it ends the sessions that the others are called with.
  endAllSessions: { right: "member.signOutEverywhere", input: () => ({}) },
};
/** Nobody has a role yet when it is called: a code is its guard, and there is an owner already. */
const unsigned = ["makeFirstOwner"];

/** What reads only, or is written without an event: `lib/verb/events.ts` says why. */
const exempt = ["service.view", "campaign.save", "template.save", "campaign.release", "audience.fill"];

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
  let services: { own: Service; foreign: Service };
  const sessions = new Map<Who, HttpSession>();

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    server = await startServer({ SANDBOX: "0" });
    await server.kill();
    services = beside<typeof services>("two-services.ts", server.dataDir, server.password);
    await server.start();
    for (const who of people) {
      const email = who === "installation" ? server.email : `${who}@shop.example`;
      sessions.set(who, await signInByHttp(server, { email, password: server.password }));
    }
  });
  test.afterAll(() => server.stop());

  const session = (who: Who): HttpSession => {
    const found = sessions.get(who);
    if (!found) throw new Error(who);
    return found;
  };

  test("every server action, by every role, in one's own service and in another: as the table says", async () => {
    test.setTimeout(240_000);
    const all = actionsOfBuild();
    expect(all.map((one) => one.name).toSorted()).toEqual([...Object.keys(calls), ...unsigned].toSorted());
    const wrong: string[] = [];
    for (const [actionName, { right, input }] of Object.entries(calls)) {
      const action = all.find((one) => one.name === actionName);
      const may = table.get(right);
      if (!action || !may) throw new Error(`${actionName} (${right})`);
      for (const who of people)
        for (const where of ["own", "foreign"] as const) {
          if (actionName === "endAllSessions" && where === "foreign") continue;
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
    for (const { action, serviceId, email } of done) {
      const who = email === server.email ? "installation" : (email?.split("@")[0] as Who);
      expect(table.get(action), `${action} by ${who}`).toContain(who);
      if (action === "member.signOutEverywhere") expect(serviceId).toBeNull();
      else
        expect(who === "installation" ? [own.serviceId, foreign.serviceId] : [own.serviceId], `${action} by ${who}`).toContain(serviceId);
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
      `/templates/${service.templateId}`,
      `/templates/${service.templateId}/edit`,
      `/audiences?service=${service.serviceId}`,
      `/devices?service=${service.serviceId}`,
      `/reference?service=${service.serviceId}`,
    ];
    for (const who of ["viewer", "owner"]) {
      const { ask } = await signInByHttp(server, { email: `${who}@shop.example`, password: server.password });
      for (const path of there(foreign)) {
        const text = await (await ask(path)).text();
        expect(text, path).not.toContain(foreign.mark);
      }
      for (const path of ["/", "/messages", "/campaigns", "/templates", "/audiences", "/devices", "/compose"]) {
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
