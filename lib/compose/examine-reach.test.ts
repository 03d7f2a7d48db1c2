import { describe, expect, it } from "vitest";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import type { PlannedRecipient } from "@/lib/plan/requests";
import type { TemplateVersion } from "@/lib/template/resolve";
import type { ChosenAudience } from "./chosen-audience";
import { examine } from "./examine";
import { examineReach } from "./examine-reach";
import { sizeRows } from "./sizes";

const template: TemplateVersion = {
  templateId: "hello",
  version: 1,
  languages: [],
  blocks: { android: { text: "Hello ${name}, your order ${order} is here" } },
  parameters: [
    { name: "name", type: "text", required: true, sample: "", description: "" },
    { name: "order", type: "text", required: false, sample: "", description: "" },
  ],
};
const plain = (ids: readonly string[], more: Partial<PushRequestInput> = {}): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: [...ids] }],
  channels: { push: { android: { text: "Hello" } } },
  ...more,
});
const options = {
  app: { name: "Shop" },
  httpsOnly: true,
  sizeRule: "body" as const,
  template,
  now: 0,
};
const reached = (
  request: PushRequestInput,
  chosen?: ChosenAudience,
  drawnFor?: string,
  providers: readonly ProviderKind[] = ["fcm", "hms", "apns", "webpush"],
) => {
  const sender = { pushEnabled: true, providers };
  return examineReach(request, {
    chosen,
    drawnFor,
    plan: {
      sizeRule: "body",
      parameters: request.message ? template.parameters.map(({ name }) => name) : [],
    },
    examineOne: (body) => examine(body, { ...options, sender }),
    checkRequest: (body) => examine(body, { ...options, sender, pictures: false }).problems,
  });
};
const user = (id: string, parameters: Record<string, string> = {}): PlannedRecipient => ({
  type: "userid",
  id,
  parameters,
});
const list = (
  head: PlannedRecipient[],
  widest: PlannedRecipient[],
  recipients = head.length,
): ChosenAudience => ({
  kind: "open",
  audience: {
    id: "l",
    serviceId: "s",
    name: "Spring",
    recipients,
    revision: 1,
    kinds: { userid: recipients },
    parameters: [...new Set(head.flatMap(({ parameters }) => Object.keys(parameters)))],
    head,
    widest,
  },
});
const usersIn = (body: string) =>
  (JSON.parse(body) as PushRequestInput).destination.flatMap(({ userid }) => userid ?? []);

describe("examineReach", () => {
  it("is the request itself when that is all it takes", () => {
    const view = reached(plain(["a", "b"]));
    expect(view).toMatchObject({
      requests: 1,
      recipients: 2,
      users: true,
      candidates: [],
      problems: [],
    });
    expect(view.body).toBe(view.whole);
  });

  it("reports the faults of typed recipients that are too many for one request", () => {
    const ids = Array.from({ length: 1_500 }, (_, n) => `customer-${n}`);
    const view = reached(plain(ids));
    expect(view.problems).toEqual([]);
    expect(view.recipients).toBe(1_500);
    expect(view.requests).toBeGreaterThan(5);
    expect(view.bodyBytes).toBeLessThanOrEqual(4_096);
    expect(usersIn(view.whole)).toHaveLength(1_500);
    expect(reached(plain([...ids, ""])).problems).toMatchObject([
      { rule: "destination.id.empty", pointer: "/destination/0/userid/1500" },
    ]);
  });

  it("finds a credential that is missing for recipients of the last request alone", () => {
    const destination = [
      { userid: Array.from({ length: 900 }, (_, n) => `customer-${n}`) },
      { hms_pushid: ["h"] },
    ];
    const { problems } = reached(plain([], { destination }), undefined, undefined, ["fcm"]);
    expect(problems.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      "app.provider.missing /destination/1/hms_pushid",
    ]);
    const mixed = list([user("a")], [user("a")], 2_000);
    if (mixed.kind === "open") mixed.audience.kinds = { userid: 1_999, ios_pushid: 1 };
    expect(reached(plain([]), mixed, undefined, ["fcm"]).problems).toMatchObject([
      { rule: "app.provider.missing", pointer: "/destination" },
    ]);
    expect(reached(plain([]), mixed).problems).toEqual([]);
  });

  it("says that a message is too large when not even one recipient fits", () => {
    const view = reached(
      plain(["a", "b"], { channels: { push: { android: { text: "x".repeat(4_100) } } } }),
    );
    expect(view.problems).toMatchObject([{ rule: "body.size" }]);
  });

  it("shows the first request to a list, and counts the whole list once it is loaded", () => {
    const head = Array.from({ length: 1_000 }, (_, n) => user(`customer-${n}`));
    const longest = head[999] ?? user("");
    const some = reached(plain(["typed"]), list(head, [longest], 12_480));
    expect(some).toMatchObject({
      recipients: 12_480,
      requests: undefined,
      problems: [],
      candidates: [],
    });
    expect(usersIn(some.body)[0]).toBe("customer-0");
    expect(usersIn(some.body)).not.toContain("typed");
    expect(reached(plain([]), list(head, [longest])).requests).toBeGreaterThan(3);
  });

  it("draws the largest recipient when each has values of its own, and names it by provider", () => {
    const head = [
      user("a", { name: "Ann" }),
      user("b", { name: "अनन्या" }),
      user("c", { name: "Cem" }),
    ];
    const request = plain([], { message: { template: "hello" }, channels: undefined });
    const view = reached(request, list(head, [head[1] ?? user("")]));
    expect(view).toMatchObject({ drawnFor: "b", recipients: 3, problems: [] });
    expect(view.drawn.android?.appearance.text).toContain("अनन्या");
    expect(sizeRows(view).find(({ what }) => what === "fcm")).toMatchObject({
      who: "b",
      bytes: view.drawn.android?.request.bytes,
    });
    const other = reached(request, list(head, [head[1] ?? user("")]), "c");
    expect(other.drawn.android?.appearance.text).toContain("Cem");
    expect(sizeRows(other).find(({ what }) => what === "fcm")).toMatchObject({ who: "b" });
  });

  it("blames the list, and names the recipient, for a value that is missing", () => {
    const head = [user("a", { name: "Ann" }), user("b", { order: "1" })];
    const view = reached(
      plain([], { message: { template: "hello" }, channels: undefined }),
      list(head, head),
    );
    expect(view.problems).toMatchObject([
      { pointer: "/destination", rule: "template.parameter.required" },
    ]);
    expect(view.problems[0]?.message).toContain("b of the list “Spring”, name:");
  });

  it("reports the number of recipients while the list is loading, and none for a deleted list", () => {
    expect(reached(plain([]), { kind: "opening", name: "Spring", recipients: 7 })).toMatchObject({
      recipients: 7,
      problems: [],
    });
    expect(reached(plain(["typed"]), { kind: "lost" }).problems).toMatchObject([
      { rule: "destination.ids.required" },
    ]);
  });
});
