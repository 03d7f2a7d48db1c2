import { describe, expect, test } from "vitest";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { parseRequest } from "@/lib/interface/parse";
import { checkTemplate } from "./check-template";
import { templateParametersSchema } from "./parameters";
import { reviewParsed } from "./review-request";

const parameters = templateParametersSchema.parse([{ name: "name" }]);
const languages = [
  { language: "ar", texts: [{ at: "/ios/text", of: "Hello ${name}", text: "مرحبا ${name}" }] },
  { language: "de", texts: [{ at: "/ios/text", of: "Hello ${name}", text: "Hallo ${name}" }] },
];
const version = {
  templateId: "t",
  version: 1,
  blocks: { ios: { text: "Hello ${name}" } },
  parameters,
  languages,
};
const app = { pushEnabled: true, providers: ["apns"] as const };

function review(
  body: object,
  language: string | null = null,
  more: Partial<typeof version> = {},
  most = 200,
) {
  const bytes = new TextEncoder().encode(
    JSON.stringify({
      deliverychannel: "push",
      appid: "a",
      destination: [{ userid: ["u"] }],
      ...body,
    }),
  );
  const iosText = ({ channels }: EffectiveRequest) => channels.push.ios?.text ?? "";
  const oversized = (effective: EffectiveRequest) => {
    const size = new TextEncoder().encode(iosText(effective)).length;
    return size > most ? [{ kind: "ios" as const, bytes: size, limit: most }] : [];
  };
  const result = reviewParsed(parseRequest(bytes, { sizeRule: "body", httpsOnly: false, now: 0 }), {
    app,
    version: { ...version, ...more },
    language,
    oversized,
  });
  return {
    text: result.effective && iosText(result.effective),
    problems: result.ok ? [] : result.problems,
  };
}
const message = { template: "t", parameters: { name: "Ann" } };

describe("a request that names a template in several languages", () => {
  test("is judged by its default text where each recipient gets their own", () => {
    expect(review({ message })).toEqual({ text: "Hello Ann", problems: [] });
  });

  test("is that language alone where everybody gets one, by the chain", () => {
    expect(review({ message }, "de-AT").text).toBe("Hallo Ann");
    expect(review({ message }, "").text).toBe("Hello Ann");
    expect(review({ message }, "fr").text).toBe("Hello Ann");
  });

  test("is refused for a size that one language alone has, which is named", () => {
    const { problems } = review({ message }, null, {}, 12);
    expect(problems).toMatchObject([
      { rule: "template.payload.size", code: "7026", pointer: "/message/template" },
    ]);
    expect(problems[0]?.message).toMatch(/: ar takes \d+ bytes for ios, of 12$/);
    expect(review({ message }, "de", {}, 12).problems).toEqual([]);
  });

  test("is refused for what is wrong in one language alone, which is named", () => {
    const wrong = [
      { language: "de", texts: [{ at: "/ios/text", of: "", text: "Hallo ${vorname}" }] },
    ];
    const { problems } = review({ message }, null, { languages: wrong });
    expect(problems).toMatchObject([
      {
        rule: "template.placeholder.unknown",
        message: expect.stringMatching(/^In de: /) as string,
      },
    ]);
  });

  test("says its own words in every language, which have to fit no template", () => {
    const own = { message, channels: { push: { ios: { text: "Mine" } } } };
    expect(review(own, "ar").text).toBe("Mine");
    expect(review(own, null, {}, 12).problems).toEqual([]);
  });
});

test("a template that is wrong in one language alone is reported at its text", () => {
  const wrong = [
    ...languages.slice(0, 1),
    { language: "de", texts: [{ at: "/ios/text", of: "", text: "Hallo ${vorname}" }] },
  ];
  expect(checkTemplate(version.blocks, parameters, languages)).toEqual([]);
  expect(checkTemplate(version.blocks, parameters, wrong)).toMatchObject([
    { rule: "template.placeholder.unknown", pointer: "/languages/1/texts/0/text" },
  ]);
});

test("a request without a template is refused for what no provider carries, too", () => {
  const channels = { push: { ios: { text: "Hello everybody" } } };
  expect(review({ channels }, null, {}, 15).problems).toEqual([]);
  expect(review({ channels }, null, {}, 14).problems).toEqual([
    {
      rule: "body.size",
      code: "7026",
      pointer: "/channels/push/ios",
      message: "request JSON parameter size exceeded 4 KB: ios takes 15 bytes, of 14",
    },
  ]);
});

test("the parameter that makes a message too large is named", () => {
  const { problems } = review(
    { message: { template: "t", parameters: { name: "x".repeat(300) } } },
    "",
  );
  expect(problems[0]?.message).toMatch(
    /the default text takes 306 bytes for ios, of 200; most of it is parameter 'name', with 300 bytes$/,
  );
});

test("a request without a template goes on where one of the providers carries it", () => {
  const body = JSON.stringify({
    deliverychannel: "push",
    appid: "a",
    destination: [{ userid: ["u"] }],
    channels: { push: { android: { text: "Hello" } } },
  });
  const bytes = new TextEncoder().encode(body);
  const tooLarge = (...kinds: ("android" | "hms")[]) =>
    reviewParsed(parseRequest(bytes, { sizeRule: "body", httpsOnly: false, now: 0 }), {
      app: { pushEnabled: true, providers: ["fcm", "hms"] as const },
      version: undefined,
      language: null,
      oversized: () => kinds.map((kind) => ({ kind, bytes: 5_000, limit: 4_096 })),
    }).ok;
  expect([tooLarge(), tooLarge("hms"), tooLarge("android"), tooLarge("android", "hms")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
