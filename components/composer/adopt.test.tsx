import fc from "fast-check";
import { Fragment } from "react";
import { expect, it } from "vitest";
import { readRequest, sharedOf } from "@/lib/compose/adopt";
import { assemble, bodyOf } from "@/lib/compose/assemble";
import { categoryOf, deviceTypesOf, oddities, withCategory } from "@/lib/compose/buttons";
import { messageName } from "@/lib/compose/draft-text";
import { examineForm } from "@/lib/compose/examiner";
import { composerSteps } from "@/lib/compose/place";
import { countRecipients } from "@/lib/compose/recipients";
import { templateOf, type ComposerTemplate } from "@/lib/compose/template-of";
import { pathsOf, put, type ValuePath } from "@/lib/compose/testing";
import { categories } from "@/lib/interface/categories";
import { platforms } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { drawnAround, stepPane } from "./testing";

const action = { action: "OPEN_URL", value: "https://a.example" };
const extras = { collapse_key: "k", time_to_live: 60, customtags: { tag: "x" } };
const whole = {
  deliverychannel: "push",
  appid: "a",
  destination: [{ userid: ["maya"], correlationid: "c" }, { ios_pushid: ["token"] }],
  message: { template: "welcome@1", parameters: { name: "Maya" } },
  channels: {
    push: {
      android: {
        title: "T",
        text: "A",
        extras: {
          ...extras,
          customtags: { imageurl: "https://a.example/p.png" },
          notificationaction: action,
          delay_while_idle: true,
        },
      },
      ios: {
        title: "T",
        text: "I",
        extras: {
          ...extras,
          badge: 1,
          attachmenturl: "https://a.example/p.png",
          notificationaction: action,
        },
      },
      web: {
        platform_types: ["chrome"],
        title: "T",
        text: "W",
        url: "https://a.example",
        actiontext: "Go",
        extras,
      },
      interactive: {
        category: "DOUBLE_YES_NO",
        device_types: ["android"],
        actions: [
          { pos: 1, identifier: "YES", ...action },
          { pos: 2, identifier: "NO" },
        ],
        pushref: "p",
      },
    },
  },
  expiry: "2099-01-01T00:00:00.000Z",
  correlationid: "c",
  callbackData: "d",
  notifyurl: "https://a.example",
  notifyurlAuthId: "n",
};

const template = {
  appid: "a",
  name: "Welcome",
  templateId: "welcome",
  blocks: {},
  version: 1,
  languages: [],
  parameters: [{ name: "name", type: "text", required: true, description: "", sample: "" }],
} as unknown as ComposerTemplate;

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "maya",
    7,
    null,
    true,
    {},
    [],
    [null],
    [7],
    [{}],
    ["SINGLE_OPEN"],
    { toString: 1 },
    [{ pos: { valueOf: 1 } }],
  ),
  fc.jsonValue(),
);
const oddRequest = fc
  .tuple(fc.constantFrom(...pathsOf(whole)), odd)
  .map(([path, value]) => put(whole, path, value));

/** Reads a request in every way in which the composer does, apart from drawing it. */
function readAll(request: PushRequestInput): void {
  messageName(request);
  countRecipients(request.destination);
  const texts: unknown[] = Object.values(sharedOf(request));
  expect(assemble(assemble(request))).toEqual(assemble(request));
  expect(bodyOf(request)).toBe(JSON.stringify(assemble(request)));
  examineForm(request, [], [template], 0);
  templateOf([template], request);
  const interactive = request.channels?.push?.interactive;
  const buttonTexts = interactive
    ? [...oddities(interactive), ...deviceTypesOf(interactive.device_types)]
    : [];
  expect([...texts, ...buttonTexts].filter((text) => typeof text !== "string")).toEqual([]);
  expect(
    categories.flatMap((category) =>
      interactive ? oddities(withCategory(interactive, category, ["android"])) : [],
    ),
  ).toEqual([]);
  if (interactive) categoryOf(interactive);
}

const panes = composerSteps.flatMap((step) =>
  (["all", ...platforms] as const)
    .filter((tab) => step === "content" || tab === "all")
    .map((tab) => <Fragment key={`${step} ${tab}`}>{stepPane(step, tab, [])}</Fragment>),
);

/** What comes of a request that was pasted: what is drawn of it, or why it was refused. */
function drawn(pasted: unknown): string {
  const read = readRequest(JSON.stringify(pasted));
  return read.ok
    ? drawnAround(read.request, panes, { apps: [], templates: [template] })
    : read.message;
}

it("goes on with any request, or says why not", () => {
  fc.assert(
    fc.property(oddRequest, (pasted) => {
      const read = readRequest(JSON.stringify(pasted));
      if (read.ok) readAll(read.request);
      expect(read).not.toHaveProperty("message", "");
    }),
    { numRuns: 700 },
  );
});

it("draws the fields of any request that it goes on with", () => {
  fc.assert(
    fc.property(oddRequest, (pasted) => {
      expect(drawn(pasted)).not.toBe("");
    }),
    { numRuns: 50 },
  );
}, 120_000);

it.each<[string, ValuePath, unknown]>([
  ["android.text", ["channels", "push", "android"], { text: {} }],
  ["title", ["channels", "push", "android", "title"], []],
  ["device_types", ["channels", "push", "interactive", "device_types"], "android"],
  ["correlationid", ["correlationid"], {}],
  ["notifyurl", ["notifyurl"], 7],
])("reads and draws a %s of another kind", (_, path, value) => {
  const read = readRequest(JSON.stringify(put(whole, path, value)));
  if (!read.ok) throw new Error(read.message);
  readAll(read.request);
  expect(drawn(put(whole, path, value))).toContain("</");
});

it.each<[string, ValuePath, unknown]>([
  ["appid", ["appid"], 7],
  ["destination[0].userid", ["destination", 0, "userid"], "maya"],
  ["destination[1].ios_pushid", ["destination", 1, "ios_pushid"], [1]],
  ["message", ["message"], null],
  ["channels.push.interactive", ["channels", "push", "interactive"], []],
])("refuses %s when the form cannot hold it, and names it", (name, path, value) => {
  expect(readRequest(JSON.stringify(put(whole, path, value)))).toEqual({
    ok: false,
    message: expect.stringContaining(name) as string,
  });
});
