import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BarFacts } from "@/components/editor/bar-facts";
import { examineWhole } from "@/components/editor/examined/examined";
import { ProblemsPanel } from "@/components/editor/panel/problems-panel";
import { SizePanel } from "@/components/editor/panel/size-panel";
import { sharedOf } from "@/lib/compose/adopt";
import { emptyComposition, exampleComposition } from "@/lib/compose/composition";
import { requestInText } from "@/lib/compose/editor-text";
import { standingOfSteps } from "@/lib/compose/steps";
import { sorted } from "@/lib/findings/field-findings";
import { findingsOf } from "@/lib/findings/findings";
import type { PushBlocksInput, PushRequestInput } from "@/lib/interface/request";
import { StepList } from "./step-list";
import {
  drawnAround,
  fieldIn,
  reviewStep,
  sandboxApp,
  stepPane,
  wordsOf,
  type ComposerContext,
} from "./testing";

const none = () => undefined;
const example = exampleComposition("sandbox").request;
const text = "At the door";

/** The example with other blocks. */
function saying(
  change: (push: Required<Pick<PushBlocksInput, "android" | "ios" | "web">>) => PushBlocksInput,
  more: object = {},
) {
  const push = structuredClone(example.channels?.push) as Required<
    Pick<PushBlocksInput, "android" | "ios" | "web">
  >;
  return { ...example, channels: { push: change(push) }, ...more } as PushRequestInput;
}
/** The example with a text for all. */
const withText = (newText: string, more: object = {}) =>
  saying(
    ({ android, ios, web }) => ({
      android: { ...android, text: newText },
      ios: { ...ios, text: newText },
      web: { ...web, text: newText },
    }),
    more,
  );
/** The example with an image for all. */
const withImage = (url: string) =>
  saying(({ android, ios, web }) => ({
    android: { ...android, text, extras: { customtags: { imageurl: url } } },
    ios: { ...ios, text, extras: { attachmenturl: url } },
    web: { ...web, text },
  }));

const bar = (request: PushRequestInput, around?: ComposerContext) =>
  wordsOf(drawnAround(request, <BarFacts onOpen={none} />, around));
const steps = (request: PushRequestInput, around?: ComposerContext) =>
  wordsOf(drawnAround(request, <StepList step="audience" onStep={none} across={false} />, around));
const checks = (request: PushRequestInput, around?: ComposerContext) =>
  drawnAround(request, <ProblemsPanel onJump={none} onFix={none} />, around);
const content = (
  request: PushRequestInput,
  tab: "all" | "android" | "ios" | "web" = "all",
  around?: ComposerContext,
) => drawnAround(request, stepPane("content", tab), around);

describe("a missing text", () => {
  const request = withText("");
  it("is no mistake before the user leaves it", () => {
    expect(bar(request)).toMatch(/Not finished$/);
    expect(fieldIn(content(request), "Text").invalid).toBe(false);
  });
  it("is one problem then, shown at the field on All and on each platform", () => {
    const tried = {
      tried: true,
      shared: { title: "Your parcel is on its way 📦", text: "", image: "" },
    };
    expect(bar(request, tried)).toMatch(/1 problem$/);
    const all = content(request, "all", tried);
    expect(fieldIn(all, "Text")).toMatchObject({
      invalid: true,
      described: expect.stringContaining("Write a text.") as string,
    });
    expect(wordsOf(all)).toContain("iOS has a problem");
    expect(fieldIn(content(request, "ios", tried), "iOS text").described).toContain(
      "Write a text.",
    );
    expect(wordsOf(checks(request, tried))).toMatch(/^Problem: Text Write a text\./);
  });
});

describe("an image", () => {
  it("of an address that devices do not load warns at its field, on All and on the platform's tab", () => {
    const request = withImage("ftp://shop.example/a.png");
    const field = fieldIn(content(request), "Image URL");
    expect(field).toMatchObject({
      invalid: false,
      described: expect.stringMatching(/Devices don’t load images from ftp: addresses/) as string,
    });
    expect(bar(request)).toMatch(/1 warning$/);
    expect(fieldIn(content(request, "android"), "Android image URL").described).toMatch(
      /Devices don’t load images from ftp:/,
    );
  });
  it("without a scheme is offered one, and has no warning once it has it", () => {
    expect(wordsOf(content(withImage("shop.example/a.png")))).toContain(
      "Use https://shop.example/a.png",
    );
    expect(wordsOf(content(withImage("https://shop.example/a.png")))).not.toMatch(
      /Devices don’t load|Use https/,
    );
    expect(
      fieldIn(content(withImage("https://shop.example/a.png"), "ios"), "iOS image URL").value,
    ).toBe("https://shop.example/a.png");
  });
});

describe("Checks", () => {
  it("speak plainly, and keep the interface's words behind Details", () => {
    const markup = checks(withText("x".repeat(1_800)));
    const [summary = "", folded = ""] = markup.split("<details");
    expect(wordsOf(summary)).toContain("The message is too large. Shorten a text. Shorten to fit");
    expect(summary).not.toContain("exceeded 4 KB");
    expect(wordsOf(folded)).toContain("request JSON parameter size exceeded 4 KB");
    expect(wordsOf(folded)).toMatch(/7026 · \//);
  });
  it("count both kinds", () => {
    const request = saying(({ android, ios, web }) => ({
      android: { ...android, text: "", extras: { customtags: { imageurl: "shop.example/a.png" } } },
      ios: { ...ios, text: "", extras: { attachmenturl: "shop.example/a.png" } },
      web: { ...web, text: "" },
    }));
    const tried = { tried: true };
    expect(bar(request, tried)).toMatch(/1 problem ?, 1 warning$/);
    expect(wordsOf(checks(request, tried))).toMatch(/Problem: Text .*Warning: Image URL /);
  });
  it("do not speak of sending a template", () => {
    const read = (request: PushRequestInput, now: number) =>
      examineWhole(request, {
        apps: [sandboxApp],
        templates: [],
        now,
        chosen: undefined,
        moreAppids: [],
        columns: {},
        language: undefined,
      });
    expect(wordsOf(checks(withText(text), { read }))).toBe("No problems found.");
  });
  it("say that all is good of nothing else", () => {
    expect(wordsOf(checks(withText(text)))).toBe("All good. The service will accept this message.");
    const host = saying(({ android, ios, web }) => ({
      android,
      ios,
      web: { ...web, url: "http://exa mple.com/a" },
    }));
    expect(wordsOf(checks(host))).not.toContain("All good");
    expect(bar(host)).toMatch(/1 problem$/);
    expect(fieldIn(content(host, "web"), "Web link")).toMatchObject({
      invalid: true,
      described: expect.stringContaining("Write a whole address") as string,
    });
  });
});

it("an unfilled placeholder is reported at its text and under Checks", () => {
  const warning = "${nmae} is shown as written. Enter a default for it under Values";
  const request = withText("Hello ${nmae}, it is here.");
  expect(fieldIn(content(request), "Text").described).toContain(warning);
  expect(wordsOf(checks(request))).toContain(warning);
  const mended = withText("Hello Maya, it is here.");
  expect(wordsOf(content(mended) + checks(mended))).not.toContain("is shown as written");
});

it("an authentication that the service does not have is a warning, and stops no send", () => {
  const request = withText(text, { notifyurlAuthId: "crm" });
  expect(wordsOf(checks(request))).toMatch(
    /^Warning: .*Authentication “ ?crm ?” does not exist.*its delivery updates are parked/,
  );
  expect(bar(request)).toMatch(/1 warning$/);
  expect(bar(withText(text, { notifyurlAuthId: "" }))).toMatch(/No problems$/);
});

it("an empty platform can be switched off at its problem", () => {
  const request = saying(({ android, ios, web }) => ({
    android,
    ios,
    web: { ...web, title: "", text: "" },
  }));
  expect(wordsOf(content(request, "web", { tried: true }))).toContain("Switch Web off");
  const off = saying(({ android, ios }) => ({ android, ios }));
  expect(bar(off, { tried: true })).toMatch(/No problems$/);
  expect(wordsOf(content(off))).toContain("Web off");
});

describe("what a button opens", () => {
  const interactive = (actions: object[]) =>
    saying((push) => ({
      ...push,
      interactive: {
        category: "DOUBLE_SHOPNOW_CANCEL",
        device_types: ["android", "ios"],
        actions,
      } as never,
    }));
  const label = "Shop Now button: address";
  it("is asked for at its field and under Checks, in plain words", () => {
    const request = interactive([{ pos: 1, action: "OPEN_URL" }, { pos: 2 }]);
    const tried = { tried: true };
    const buttons = drawnAround(request, stepPane("buttons"), tried);
    expect(fieldIn(buttons, label)).toMatchObject({
      invalid: true,
      described: expect.stringContaining("Add the web address that this button opens.") as string,
    });
    expect(wordsOf(checks(request, tried))).toContain(
      `Problem: ${label} Add the web address that this button opens.`,
    );
    expect(steps(request)).toContain("Buttons not finished");
  });
  it("is offered its scheme where that is all it lacks", () => {
    const short = interactive([
      { pos: 1, action: "OPEN_URL", value: "shop.example/summer" },
      { pos: 2 },
    ]);
    expect(wordsOf(drawnAround(short, stepPane("buttons")))).toContain(
      "Use https://shop.example/summer",
    );
    expect(
      bar(
        interactive([
          { pos: 1, action: "OPEN_URL", value: "https://shop.example/summer" },
          { pos: 2 },
        ]),
      ),
    ).toMatch(/No problems$/);
  });
});

describe("the steps", () => {
  it("call nothing good of a request to an unknown app, and good once the app is chosen", () => {
    const sample = readFileSync(
      join(
        import.meta.dirname,
        "../../lib/interface/samples/requests/c02-constructed-pos-as-string.json",
      ),
      "utf8",
    ).replace("{{userid}}", "user-1");
    const read = requestInText(sample);
    if (!read.ok) throw new Error(read.message);
    const unknown = read.value;
    expect(steps(unknown)).toMatch(/Audience 1 problem .*Delivery nothing set/);
    expect(wordsOf(drawnAround(unknown, reviewStep()))).toContain(
      "Solve one problem before it can be sent.",
    );
    expect(wordsOf(checks(unknown))).toMatch(/^Problem: App .* Choose an app .*Invalid app id/);
    const ours = { ...unknown, appid: sandboxApp.appid };
    expect(steps(ours)).toContain("Audience ready");
    expect(bar(ours)).toMatch(/No problems$/);
  });

  it("find nothing wrong about a message that is being begun, until Send is pressed", () => {
    const begun = emptyComposition("sandbox").request;
    expect(steps(begun)).toBe(
      "1 Audience not finished 2 Content not finished 3 Buttons nothing set 4 Delivery nothing set 5 Review not finished",
    );
    expect(wordsOf(checks(begun)).match(/Missing:/g)).toHaveLength(2);
    expect(wordsOf(drawnAround(begun, reviewStep()))).toContain(
      "Not finished: 2 things are missing.",
    );
    const tried = { tried: true };
    expect(steps(begun, tried)).toMatch(/Audience 1 problem Content 1 problem/);
    expect(wordsOf(checks(begun, tried)).match(/Problem:/g)).toHaveLength(2);
    expect(fieldIn(drawnAround(begun, stepPane("audience"), tried), "Users").described).toContain(
      "Add at least one user id.",
    );
  });

  it("report only a field that the user left", () => {
    const request = emptyComposition("sandbox").request;
    const options = {
      apps: [sandboxApp],
      templates: [],
      now: 0,
      chosen: undefined,
      moreAppids: [],
      columns: undefined,
      language: undefined,
    };
    const examined = examineWhole(request, options);
    const findings = findingsOf({ ...examined, request, shared: sharedOf(request) });
    const { errors, missing } = sorted(findings, { tried: false, left: new Set(["shared.text"]) });
    const standing = standingOfSteps({
      problems: errors,
      missing,
      warnings: [],
      further: [],
      filledSteps: [],
      heavy: [],
    });
    expect([standing.content, standing.audience.state]).toEqual([
      { state: "wrong", problems: 1, warnings: 0 },
      "open",
    ]);
  });

  it.each([1_600, 4_200])("report a text of %i letters at its own step alone", (letters) => {
    const request = withText("x".repeat(letters));
    expect(steps(request)).toMatch(/Audience not checked yet Content 1 problem/);
    expect(wordsOf(drawnAround(request, <SizePanel onJump={none} />))).toMatch(
      /The request is [\d,]+ bytes too large/,
    );
  });
});
