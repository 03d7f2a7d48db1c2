import { describe, expect, it } from "vitest";
import { checkTemplate } from "./check-template";
import { sampleValues, templateParameterSchema } from "./parameters";
import { resolve, type TemplateVersion } from "./resolve";
import { parsedRequest } from "./testing";

const parameter = (name: string, rest: object = {}) =>
  templateParameterSchema.parse({ name, ...rest });

describe("URLs in templates", () => {
  const linked: TemplateVersion = {
    templateId: "linked",
    version: 1,
    languages: [],
    blocks: {
      android: {
        text: "A",
        extras: {
          iconurl: "${icon}",
          customtags: { imageurl: "https://x.example/${image}" },
          notificationaction: { action: "OPEN_URL", value: "${scheme}://${host}/" },
        },
      },
      web: { text: "W", platform_types: ["chrome"], url: "https://${host}/${image}" },
    },
    parameters: ["icon", "image", "scheme", "host"].map((name) =>
      parameter(name, { required: true }),
    ),
  };
  const problemTexts = (parameters: Record<string, string>) => {
    const named = parsedRequest({
      message: { template: "linked", parameters },
      channels: { push: { android: { extras: { iconurl: "<${icon}>" } } } },
    });
    const own = resolve(parsedRequest({ message: { template: "linked", parameters } }), linked);
    const over = resolve(named, linked);
    const resultProblems = (result: typeof own) =>
      result.ok ? [] : result.problems.map(({ rule, pointer }) => `${rule} ${pointer}`);
    return [resultProblems(own), resultProblems(over)];
  };

  it("are published with their placeholders, and composed with samples", () => {
    expect(checkTemplate(linked.blocks, linked.parameters)).toEqual([]);
    const samples = resolve(
      parsedRequest({
        message: { template: "linked", parameters: sampleValues(linked.parameters) },
      }),
      linked,
    );
    expect(samples).toMatchObject({ ok: true });
  });

  it("are judged once their values are in place", () => {
    const icon = "/channels/push/android/extras/iconurl";
    expect(
      problemTexts({
        icon: "https://a.example/i",
        image: "a b.png",
        scheme: "https",
        host: "b.example",
      }),
    ).toEqual([[], [`url.format ${icon}`]]);
    expect(problemTexts({ icon: "an icon", image: "", scheme: "https", host: "a b" })[0]).toEqual([
      `url.format ${icon}`,
      "action.value.url /channels/push/android/extras/notificationaction/value",
      "url.format /channels/push/web/url",
    ]);
  });
});
