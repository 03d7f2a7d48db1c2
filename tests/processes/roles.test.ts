import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInByHttp, type HttpSession } from "@/e2e/support/http-session";
import type { RunningServer } from "@/e2e/support/server";
import { actions } from "@/lib/policy/actions";
import { inEachForm } from "@/tests/actions/call";
import { calls } from "@/tests/actions/catalogue";
import type { Service } from "@/tests/actions/service";
import { unsigned } from "@/tests/actions/unsigned";
import { startOpenIdProvider, type OpenIdProvider } from "@/tests/openid-provider.mjs";
import { actionsOfBuild, callAction, encodedArguments, type Action } from "./actions";
import { startTwoServices, type TwoServicesServer } from "./two-services-server";

/** In the order of the table's columns. */
const people = [
  "viewer",
  "marketer",
  "sender",
  "approver",
  "admin",
  "owner",
  "installation",
] as const;
type TestPerson = (typeof people)[number];

/** The table of who may what, written by hand: by action, who may. */
const table = new Map(
  readFileSync(join(import.meta.dirname, "../../lib/policy/who-may-what.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [action = "", ...cells] = line.split(/ +/);
      return [action, people.filter((_, column) => cells[column] === "y")] as const;
    }),
);

/**
 * What reads only, or is written without an event: `lib/policy/actions` says why. The input of a
 * second factor cannot be written by hand.
 */
const exempt = [
  ...Object.keys(actions).filter((action) => !("event" in actions[action as never])),
  "ownApp.confirm",
  "ownApp.remove",
  "ownPasskey.add",
  "ownPasskey.rename",
  "ownPasskey.remove",
  "recoveryCodes.renew",
  // The spare webhooks are as many as a service may have, so that the inbox gets none;
  // lib/http/inbox.test.ts reads its event.
  "inbox.open",
  // Nothing is to be confirmed but on a copy; lib/directory/installation reads its event.
  "installation.confirm",
  // Their inputs are refused or leave everything as it is, since a call before did the same; the
  // tests of their rooms read their events.
  "audience.create",
  "staged.apply",
  "column.rename",
  "approval.ask",
  "template.restore",
  "password.change",
  "webhook.add",
  "noticeWebhook.forget",
];

/** What is done in no service. */
const inNone = [
  "connection.save",
  "connection.remove",
  "retention.change",
  "member.disable",
  "resetLink.create",
  "secondFactor.reset",
  "member.signOut",
  "self.rename",
  "password.change",
  "ownSession.end",
  "self.signOutEverywhere",
  "notice.choose",
  "noticeWebhook.forget",
];

const noRight = /^(This needs |Only an? |You have no role)/;
const unexpected = /^Something went wrong \(log id/;
const nothingThere = /does not exist, or was removed|app id|to save this draft/;

interface Reply {
  ok: boolean;
  problems?: { message: string }[];
}

/** What an answer amounts to. */
function verdictOf(text: string): "forbidden" | "hidden" | "failed" | "answered" {
  const answer = /^\d+:(\{"ok":.*)$/m.exec(text)?.[1];
  if (answer === undefined) throw new Error(`no answer: ${text.slice(0, 300)}`);
  const reply = JSON.parse(answer) as Reply & { value?: unknown };
  // What was asked of several things, of one here, is answered for each.
  const [each] = Array.isArray(reply.value) ? (reply.value as (Reply | undefined)[]) : [];
  const { ok, problems } = each?.ok === undefined ? reply : each;
  const message = ok ? "" : (problems?.[0]?.message ?? "");
  if (unexpected.test(message)) return "failed";
  return noRight.test(message) ? "forbidden" : nothingThere.test(message) ? "hidden" : "answered";
}

/** Adds the server's health and output to the error of a call that it did not answer. */
const withServerState = (server: RunningServer) => async (error: Error) => {
  const healthTexts = await Promise.all(
    ["/readyz", "/metrics"].map(async (path) => {
      try {
        return await (
          await fetch(server.origin + path, { signal: AbortSignal.timeout(10_000) })
        ).text();
      } catch (failed) {
        return String(failed);
      }
    }),
  );
  throw new Error([error.message, server.output(), ...healthTexts].join("\n"), { cause: error });
};

let two: TwoServicesServer;
let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider({});
  two = await startTwoServices();
  two.own.issuer = provider.issuer;
});
afterAll(async () => {
  await two.server.stop();
  await provider.stop();
});

const sessions = new Map<TestPerson, HttpSession>();
/** Signs in once each, until the session is ended. */
async function sessionOf(who: TestPerson): Promise<HttpSession> {
  const { server } = two;
  const email = who === "installation" ? server.email : `${who}@shop.example`;
  const session =
    sessions.get(who) ?? (await signInByHttp(server, { email, password: server.password }));
  sessions.set(who, session);
  return session;
}

/**
 * A page for the id of a service or of something in it: `{transid}` stands for that of a message.
 */
const ofService = [
  "/?service={serviceId}",
  "/messages?service={serviceId}",
  "/messages/{transid}",
  "/campaigns?service={serviceId}",
  "/campaigns/{campaignId}",
  "/compose?service={serviceId}",
  "/compose?campaign={drafts}",
  "/templates?service={serviceId}",
  "/media?service={serviceId}",
  "/templates/{templateId}",
  "/templates/{templateId}/edit",
  "/templates/export?service={serviceId}",
  "/audiences?service={serviceId}",
  "/audiences/segments?service={serviceId}",
  "/audiences/segments/{segmentId}",
  "/devices?service={serviceId}",
  "/settings/audit?service={serviceId}",
  "/settings/audit/events.csv?service={serviceId}",
  "/settings/notify-urls?service={serviceId}",
  "/reference?service={serviceId}",
  "/settings/services/{serviceId}",
  "/settings/members?service={serviceId}",
  "/account?service={serviceId}",
  "/settings/apps?service={serviceId}",
  "/settings/apps/{appId}",
];
const ofMember = [
  "/",
  "/messages",
  "/campaigns",
  "/templates",
  "/media",
  "/audiences",
  "/audiences/segments",
  "/audiences/users",
  "/settings/attributes",
  "/devices",
  "/compose",
  "/settings/services",
  "/settings/members",
  "/settings/sign-on",
  "/settings/retention",
  "/account",
  "/settings/notify-urls",
];
/** The address in a service; of several of a kind, of the first. */
function addressIn(service: Service, page: string): string {
  return page.replaceAll(/\{(\w+)\}/g, (_, key: keyof Service) => {
    const [value] = [service[key] ?? []].flat();
    if (value === undefined) throw new Error(`${page} of nothing`);
    return value;
  });
}

// Before the calls, which change the services.
describe.each(["viewer", "owner"] as const)("a %s of one service", (who) => {
  it.each([...ofService, ...ofMember])("sees nothing of another one at %s", async (page) => {
    const path = addressIn(two.foreign, page);
    const text = await (await (await sessionOf(who)).ask(path)).text();
    expect(text, `${path}`).not.toContain(two.foreign.mark);
  });

  it("sees a message of their own", async () => {
    const { transid, serviceId, mark } = two.own;
    const answer = await (await sessionOf(who)).ask(`/messages/${transid}?service=${serviceId}`);
    expect(await answer.text()).toContain(mark);
  });

  it("follows the messages of their own alone", async () => {
    const { ask } = await sessionOf(who);
    expect((await ask(`/live/messages?service=${two.foreign.serviceId}`)).status).toBe(403);
    const live = await ask(`/live/messages?service=${two.own.serviceId}`);
    expect(live.status).toBe(200);
    await live.body?.cancel();
  });
});

it("no message is followed without a session", async () => {
  const answer = await fetch(`${two.server.origin}/live/messages?service=${two.own.serviceId}`);
  expect(answer.status).toBe(401);
});

describe("who may what", () => {
  const all = actionsOfBuild();
  const call = async (who: TestPerson, action: Action, input: unknown) =>
    callAction(await sessionOf(who), action, encodedArguments([input])).catch(
      withServerState(two.server),
    );
  const actionNamed = (name: string): Action => {
    const action = all.find((one) => one.name === name);
    if (!action) throw new Error(`${name} is no action`);
    return action;
  };

  it("is asked of every server action of the build", () => {
    expect(all.map((one) => one.name).toSorted()).toEqual(
      Object.keys({ ...calls, ...unsigned }).toSorted(),
    );
  });

  it.each(inEachForm(calls))(
    "is as the table says, by every role, in one's own service and in another: %s",
    async (_, name, entry) => {
      const { right, input, first, nowhere } = entry;
      const action = actionNamed(name);
      const may = table.get(right);
      if (!may) throw new Error(`${name} (${right})`);
      const wrong: string[] = [];
      for (const who of people)
        for (const where of ["own", "foreign"] as const) {
          if (nowhere && where === "foreign") continue;
          const service = two[where];
          if (first !== undefined)
            await call("installation", actionNamed(first), calls[first]?.input(service));
          const { status, text } = await call(who, action, input(service));
          expect(status).toBe(200);
          const expected = !may.includes(who)
            ? "forbidden"
            : where === "own" || who === "installation"
              ? "answered"
              : "hidden";
          const got = verdictOf(text);
          if (got !== expected)
            wrong.push(
              `${name} by ${who} in ${where}: ${got}, not ${expected}: ${text.slice(0, 400)}`,
            );
          // No answer contains anything of the other service.
          if (where === "foreign" && who !== "installation" && text.includes(two.foreign.mark))
            wrong.push(`${name} told ${who}`);
          if (name === "signOutEverywhere") sessions.delete(who);
        }
      expect(wrong).toEqual([]);
    },
  );

  it("is on record with its service, and nothing done without the right is", async () => {
    const events = await two.readAudit();
    const done = events.filter(({ email }) => email !== null);
    expect(done.length).toBeGreaterThan(40);
    const { own, foreign, server } = two;
    // A new one begins its log with its first key, and with its making.
    const createdServices = done
      .filter(({ action }) => action === "service.create")
      .map(({ serviceId }) => serviceId);
    for (const { action, serviceId, email } of done) {
      const who = email === server.email ? "installation" : (email?.split("@")[0] as TestPerson);
      expect(table.get(action), `${action} by ${who}`).toContain(who);
      const services =
        who === "installation"
          ? [own.serviceId, foreign.serviceId, ...createdServices]
          : [own.serviceId];
      expect(inNone.includes(action) ? [null] : services, `${action} by ${who}`).toContain(
        serviceId,
      );
    }
    const audited = new Set(done.map(({ action }) => action));
    const rights = new Set(Object.values(calls).map(({ right }) => right));
    expect([...rights].filter((right) => !exempt.includes(right) && !audited.has(right))).toEqual(
      [],
    );
  });
});
