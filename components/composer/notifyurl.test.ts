import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examine } from "@/lib/compose/examine";
import { noticesAt } from "@/lib/findings/field-findings";
import { findingsOf } from "@/lib/findings/findings";
import { parseRequest } from "@/lib/interface/parse";
import { addressProblem } from "@/lib/outbound/guard";
import { originOf } from "@/lib/updates/enqueue";

const request = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["u"] }],
  channels: { push: { android: { text: "A" } } },
};
const options = {
  app: { name: "" },
  sender: undefined,
  httpsOnly: false,
  sizeRule: "message" as const,
  now: 0,
  pictures: false,
};
const encoder = new TextEncoder();

/** The checks of a notify URL: whether each accepts it. */
const checks = {
  parser: (notifyurl: string) => {
    const read = parseRequest(encoder.encode(JSON.stringify({ ...request, notifyurl })), {
      sizeRule: "message",
      httpsOnly: false,
      now: 0,
    });
    return read.ok || !read.problems.some(({ rule }) => rule === "notifyurl.format");
  },
  sender: (notifyurl: string) => originOf(notifyurl) !== undefined,
  guard: (notifyurl: string) =>
    !/^(not a proper URL|only http and https are called)$/.test(addressProblem(notifyurl) ?? ""),
  form: (notifyurl: string) => {
    const requestWithUrl = { ...request, notifyurl };
    const notices = noticesAt(
      findingsOf({
        ...examine(JSON.stringify(requestWithUrl), options),
        request: requestWithUrl,
        shared: { title: "", text: "", image: "" },
      }),
    );
    return !notices.get("notifyurl")?.some(({ rule }) => rule === "notifyurl.format");
  },
};

const url = fc
  .record({
    before: fc.constantFrom("", "", "", " ", "\t", "\u00a0", "\ufeff"),
    scheme: fc.constantFrom(
      "https://",
      "http://",
      "HTTPS://",
      "https:",
      "https:\\\\",
      "//",
      "",
      "ftp://",
      "javascript:",
      "mailto:",
      "x://",
    ),
    host: fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.constantFrom(
        "bücher.example",
        "例え.jp",
        "xn--a",
        "a b",
        "{{host}}",
        "<host>",
        "user:pw@example.com",
        "0x7f.1",
        "a\nb",
        "1.2.3.4.5",
        "😀",
        "",
      ),
      fc.string({ maxLength: 8 }),
    ),
    port: fc.constantFrom("", "", ":", ":8443", ":99999", ":x"),
    rest: fc.oneof(fc.constantFrom("", "/", "/ä?ö#ü", "\\", "?a b", "\n"), fc.webPath()),
    after: fc.constantFrom("", "", "", " ", "\n", "\u2003"),
  })
  .map(
    ({ before, scheme, host, port, rest, after }) => before + scheme + host + port + rest + after,
  );

describe("a notify URL", () => {
  it("is one for all or for none: parser, sender, guard and form", () => {
    let [attempts, acceptedCount] = [0, 0];
    fc.assert(
      fc.property(
        fc.oneof(url, fc.webUrl(), fc.string({ unit: "binary" })).filter((text) => text !== ""),
        (text) => {
          attempts += 1;
          const verdicts = Object.entries(checks).map(
            ([name, accepts]) => [name, accepts(text)] as const,
          );
          const [[, first] = ["", false]] = verdicts;
          if (first) acceptedCount += 1;
          expect(Object.fromEntries(verdicts)).toEqual(
            Object.fromEntries(verdicts.map(([name]) => [name, first])),
          );
        },
      ),
      { numRuns: 700 },
    );
    // A smoke test draws too few for a reliable share.
    expect(acceptedCount).toBeGreaterThan(attempts < 700 ? 0 : 200);
  });

  it.each(Object.entries(checks))(
    "is what it is however often it is asked for: %s",
    (_, accepts) => {
      const good = ["https://bücher.example/", "https://例え.jp/ä", "https://россия.рф/?ü"];
      const bad = ["https://bücher .example/", "https://ä<b/"];
      let wrong = 0;
      for (let call = 0; call < 20_000; call += 1) {
        if (!accepts(good[call % good.length] ?? "")) wrong += 1;
        if (call % 10 === 0 && accepts(bad[(call / 10) % bad.length] ?? "")) wrong += 1;
      }
      expect(wrong).toBe(0);
    },
  );
});
