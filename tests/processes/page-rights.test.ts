import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInByHttp, type HttpSession } from "@/e2e/support/http-session";
import { newId } from "@/lib/database/id";
import type { Service } from "@/tests/actions/service";
import { startTwoServices, type TwoServicesServer } from "./two-services-server";

/**
 * In the order of the table's columns. The last but one is an owner who looks at what is another
 * service's.
 */
const people = [
  "viewer",
  "marketer",
  "sender",
  "approver",
  "admin",
  "owner",
  "installation",
  "other",
  "nobody",
] as const;
type TestPerson = (typeof people)[number];

const words = {
  y: "shown",
  e: "explained",
  f: "forbidden",
  n: "not found",
  i: "sign in",
  ">": "led on",
} as const;

/** The table, written by hand: by page, what everybody gets. */
const table = new Map(
  readFileSync(join(import.meta.dirname, "who-sees-what.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [page = "", ...cells] = line.split(/ +/);
      return [
        page,
        Object.fromEntries(
          people.map((who, column) => [who, words[cells[column] as keyof typeof words]]),
        ),
      ] as const;
    }),
);

/** Pages and files below a folder of the app, as the table writes them. */
function pagesIn(folder: string, path = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? // A group of pages is no part of their address.
        pagesIn(
          join(folder, entry.name),
          entry.name.startsWith("(") ? path : `${path}/${entry.name}`,
        )
      : /^(page\.tsx|route\.ts)$/.test(entry.name)
        ? [path === "" ? "/" : path]
        : [],
  );
}
const pages = pagesIn(join(import.meta.dirname, "../../app/(console)")).toSorted();

/** What stands for `[id]`, by the beginning of the address: the longest counts. */
const ids: Readonly<Record<string, (service: Service) => string | undefined>> = {
  "/audiences": ({ audienceId }) => audienceId,
  "/audiences/segments": ({ segmentId }) => segmentId,
  "/audiences/users": ({ userRowId }) => userRowId,
  "/campaigns": ({ campaignId }) => campaignId,
  "/devices": ({ deviceId }) => deviceId,
  "/devices/erased": ({ erasureId }) => erasureId,
  "/settings/apps": ({ appId }) => appId,
  "/settings/notify-urls/updates": ({ updateId }) => updateId,
  "/settings/services": ({ serviceId }) => serviceId,
  "/settings/sign-on": ({ connectionId }) => connectionId,
  "/templates": ({ unpublished }) => unpublished[0],
};

function addressOf(page: string, service: Service): string {
  const [longest = ""] = Object.keys(ids)
    .filter((start) => page.startsWith(`${start}/`))
    .toSorted((a, b) => b.length - a.length);
  const id = ids[longest]?.(service);
  if (page.includes("[id]") && id === undefined) throw new Error(`${page} of nothing`);
  // A new connection has its id from the address; without one, a user with the right to create it
  // is redirected to the same page with one.
  const idQuery = page === "/settings/sign-on/new" ? `&id=${newId()}` : "";
  return `${page.replace("[id]", id ?? "").replace("[transid]", service.transid)}?service=${service.serviceId}${idQuery}`;
}

/** What a page says in its place to a visitor who may not see it. */
const explained =
  /Owners see the audit log|Owners remove people’s data|Only owners of this installation see this/;

/**
 * Returns one of {@link words}, or the status of the answer. A page that fails after its headers
 * were sent has the error in its text, for the browser to act upon.
 */
async function verdictOf(answer: Response): Promise<string> {
  const text = await answer.text();
  const browserError = /NEXT_HTTP_ERROR_FALLBACK;(\d+)|NEXT_REDIRECT;\w+;([^;"\\]+)/.exec(
    answer.status === 200 ? text : "",
  );
  const to =
    browserError?.[2] ??
    (answer.status >= 300 && answer.status < 400
      ? (answer.headers.get("location") ?? "")
      : undefined);
  if (to !== undefined) return /^(https?:\/\/[^/]+)?\/sign-in/.test(to) ? "sign in" : "led on";
  if (answer.status === 404 || browserError?.[1] === "404") return "not found";
  if (answer.status === 403) return "forbidden";
  // A conflict is only reported to a user who has the right.
  if (answer.status === 409) return "shown";
  if (answer.status !== 200) return `${answer.status}`;
  return explained.test(text) ? "explained" : "shown";
}

let two: TwoServicesServer;
beforeAll(async () => {
  two = await startTwoServices();
});
afterAll(() => two.server.stop());

const sessions = new Map<TestPerson, HttpSession>();
/** Requests a page as a user, who signs in on the first request. */
async function requestPage(who: TestPerson, path: string): Promise<Response> {
  const { server } = two;
  if (who === "nobody") return fetch(server.origin + path, { redirect: "manual" });
  const email =
    who === "installation" ? server.email : `${who === "other" ? "owner" : who}@shop.example`;
  const session =
    sessions.get(who) ?? (await signInByHttp(server, { email, password: server.password }));
  sessions.set(who, session);
  return session.ask(path);
}

describe("who sees what", () => {
  it("is written down for every page and file of the console, and for no other", () => {
    expect([...table.keys()].toSorted()).toEqual(pages);
  });

  it.each(pages)("is as the table says, for everybody: %s", async (page) => {
    const expected = table.get(page) ?? {};
    const verdicts: Partial<Record<TestPerson, string>> = {};
    for (const who of people) {
      if (expected[who] === undefined) continue;
      const path = addressOf(page, who === "other" ? two.foreign : two.own);
      verdicts[who] = await verdictOf(await requestPage(who, path));
    }
    expect(verdicts).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, verdict]) => verdict !== undefined)),
    );
  });
});
