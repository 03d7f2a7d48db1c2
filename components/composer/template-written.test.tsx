import { describe, expect, it } from "vitest";
import { BarFacts } from "@/components/editor/bar-facts";
import { examineWhole } from "@/components/editor/examined/examined";
import { firstChoice } from "@/components/editor/panel/preview-choice";
import { PreviewPanel } from "@/components/editor/panel/preview-panel";
import { ProblemsPanel } from "@/components/editor/panel/problems-panel";
import { emptyComposition } from "@/lib/compose/composition";
import { noReach, type Reach } from "@/lib/compose/reach";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import type { PushRequestInput } from "@/lib/interface/request";
import { drawnAround, fieldIn, sandboxApp, shippedTemplate, stepPane, wordsOf } from "./testing";

const none = () => undefined;
const templates: readonly ComposerTemplate[] = [
  {
    ...shippedTemplate,
    blocks: {
      ...shippedTemplate.blocks,
      android: { title: "Your order", text: "${name}, order ${order} is there in ${days} days" },
    },
    parameters: [
      ...shippedTemplate.parameters,
      { name: "days", type: "text", required: false, default: "two", sample: "3", description: "" },
    ],
  },
];
const { channels: _, ...begun } = emptyComposition("sandbox").request;
const filled = (parameters: Record<string, string>): PushRequestInput => ({
  ...begun,
  destination: [{ userid: ["user-1"] }],
  message: { template: "order_shipped", parameters },
});
const audience: OpenAudience = {
  id: "list",
  serviceId: "s",
  name: "Everybody",
  recipients: 2,
  kinds: { userid: 2 },
  parameters: ["name", "order"],
  head: ["user-1", "user-2"].map((id, n) => ({
    type: "userid" as const,
    id,
    parameters: { name: `Name ${n}`, order: `A-104${n}` },
  })),
  widest: [],
  removed: false,
} as unknown as OpenAudience;
const toList: Reach = { ...noReach, audienceId: "list" };

const content = (request: PushRequestInput, around = {}) =>
  drawnAround(request, stepPane("content"), { templates, ...around });
const bar = (request: PushRequestInput, around = {}) =>
  wordsOf(drawnAround(request, <BarFacts onOpen={none} />, { templates, ...around }));
const preview = (request: PushRequestInput, kind: "android" | "hms" | "ios" = "android") =>
  drawnAround(
    request,
    <PreviewPanel kind={kind} onKindChange={none} choice={firstChoice} onChoiceChange={none} />,
    { templates },
  );
const needed = "Required by the template.";

describe("a template that was only just chosen", () => {
  it("is not finished, and shows no mistake yet", () => {
    expect(bar(filled({}))).toMatch(/Not finished$/);
    expect(wordsOf(content(filled({})))).not.toContain(needed);
    expect(
      wordsOf(content(filled({}), { tried: true })).match(new RegExp(needed, "g")),
    ).toHaveLength(2);
  });
  it("is shown with samples, and says with which", () => {
    const markup = preview(filled({}));
    expect(wordsOf(markup)).toContain("Preview uses sample values for name and order.");
    expect(markup).toMatch(
      /aria-label="Pixel, [^"]*sample name, order sample order is there in two days/,
    );
  });
  it("is shown as it is sent once it is filled in", () => {
    const whole = filled({ name: "Maya", order: "B-77" });
    expect(bar(whole)).toMatch(/No problems$/);
    expect(preview(whole)).toMatch(/aria-label="Pixel, [^"]*Maya, order B-77 is there/);
    expect(wordsOf(preview(whole))).not.toContain("Preview uses sample values");
  });
});

it("a template is chosen no longer where pasted JSON does without one", () => {
  const chosen = content(filled({ name: "Maya" }));
  expect(fieldIn(chosen, "Template").value).toBe("Order shipped");
  expect(wordsOf(chosen)).toContain("name Required.");
  expect(fieldIn(chosen, "name").value).toBe("Maya");
  const without = content({ ...begun, channels: { push: { android: { text: "Hi" } } } });
  expect(fieldIn(without, "Template").value).toBe("");
  expect(() => fieldIn(without, "name")).toThrow("No field");
});

describe("parts of a template that are written over", () => {
  const request = {
    ...filled({ name: "Maya", order: "B-77" }),
    channels: { push: { android: { title: "Good news for ${name}" } } },
  };
  it("are shown in empty fields", () => {
    const markup = content({ ...request, channels: { push: {} } });
    expect(fieldIn(markup, "Text")).toMatchObject({
      value: "",
      placeholder: "Maya, order B-77 is there in two days",
    });
    expect(wordsOf(markup)).toContain("From the template. What you write here replaces it.");
    expect(markup.match(/role="switch" aria-checked="true"/g)).toHaveLength(3);
  });
  it("are filled in as it is", () => {
    expect(bar(request)).toMatch(/No problems$/);
    expect(preview(request)).toMatch(/Good news for Maya[^"]*order B-77 is there/);
  });
});

describe("a template to a list with columns", () => {
  const around = { opened: audience, reach: toList };
  const checks = (reach: Reach) =>
    wordsOf(
      drawnAround(filled({}), <ProblemsPanel onJump={none} onFix={none} />, {
        templates,
        opened: audience,
        reach,
      }),
    );
  const options = {
    apps: [sandboxApp],
    templates,
    now: 0,
    chosen: { kind: "open" as const, audience },
    moreAppids: [],
    language: undefined,
  };

  it("takes values from the columns of their names, and asks about a default that everybody would get", () => {
    const words = wordsOf(content(filled({}), around));
    expect(words).toContain("Column name");
    expect(words).toContain("No column for it: choose one");
    expect(checks(toList)).toMatch(/^Warning: .*All recipients get the same days/);
  });
  it("asks no longer once the default was confirmed, or a column was chosen", () => {
    expect(checks({ ...toList, columns: { days: "" } })).toMatch(/^All good/);
    expect(checks({ ...toList, columns: { days: "order" } })).toMatch(/^All good/);
    expect(
      wordsOf(content(filled({}), { ...around, reach: { ...toList, columns: { days: "order" } } })),
    ).toMatch(/Column order .*Column order/);
    expect(examineWhole(filled({}), { ...options, columns: { days: "order" } }).body).toContain(
      '"days":"A-104',
    );
  });
  it("has a problem where what is required comes from no column", () => {
    expect(
      bar(filled({}), { ...around, tried: true, reach: { ...toList, columns: { order: "" } } }),
    ).toMatch(/\d problem/);
  });
});

it.each(["android", "hms", "ios"] as const)(
  "a button that is not finished empties no preview, and is marked in the picture: %s",
  (kind) => {
    const { channels, ...rest } = {
      ...emptyComposition("sandbox").request,
      destination: [{ userid: ["user-1"] }],
    };
    const push = {
      ...channels?.push,
      android: { title: "Your parcel", text: "is here" },
      ios: { title: "Your parcel", text: "is here" },
      web: undefined,
    };
    const sale = (actions: object[]) =>
      ({
        ...rest,
        channels: {
          push: {
            ...push,
            interactive: {
              category: "DOUBLE_SHOPNOW_CANCEL",
              device_types: ["android", "ios"],
              actions,
            },
          },
        },
      }) as never;
    const half = preview(sale([{ pos: 1, action: "OPEN_URL" }, { pos: 2 }]), kind);
    expect(half).toMatch(
      /role="img" aria-label="[^"]*Your parcel|<figure[^>]*aria-label="[^"]*Your parcel/,
    );
    expect(wordsOf(half)).toContain("Not finished: what button 1 does");
    expect(
      wordsOf(
        preview(
          sale([{ pos: 1, action: "OPEN_URL", value: "https://shop.example" }, { pos: 2 }]),
          kind,
        ),
      ),
    ).not.toContain("Not finished");
  },
);
