import { describe, expect, it } from "vitest";
import { exampleEcKey } from "@/lib/describe/example-keys";
import { SecretSearch, secretsSent, secretsShown } from "./secret-search";

const secret = 'cor"rect <horse> battery+staple/1';

describe("a search for secrets", () => {
  it.each([
    ["plain text", (text: string) => text],
    ["JSON", (text: string) => JSON.stringify({ text })],
    [
      "a script in HTML",
      (text: string) =>
        `<script>self.__next_f.push([1,${JSON.stringify(JSON.stringify({ text }))}])</script>`,
    ],
    [
      "HTML",
      (text: string) =>
        text.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ],
    ["an address", (text: string) => `https://console.example/?q=${encodeURIComponent(text)}`],
  ])("finds one in %s, and nothing in the same text without it", (_, encode) => {
    const search = new SecretSearch();
    search.keep("password", secret);
    expect(search.in(`before ${encode(secret)} after`, "a page")).toEqual([
      {
        what: "password",
        where: "a page",
        around: expect.stringMatching(/^before [^]* after$/) as string,
      },
    ]);
    expect(search.in(`before ${encode("correct horse battery staple")} after`, "a page")).toEqual(
      [],
    );
  });

  it("finds any line of a private key, and no public one", () => {
    const search = new SecretSearch();
    search.keep("privateKey", exampleEcKey);
    for (const line of exampleEcKey.split("\n").slice(1, -1))
      expect(search.in(JSON.stringify([line]), "a log")).toHaveLength(1);
    expect(search.in("-----BEGIN PRIVATE KEY-----", "a log")).toEqual([]);
    const escapedKey = new SecretSearch();
    escapedKey.keep("privateKey", exampleEcKey.replaceAll("\n", "\\n"));
    expect(escapedKey.in(exampleEcKey, "a log").length).toBeGreaterThan(1);
  });

  it("lets a value be where it is shown once and in its request alone", () => {
    const search = new SecretSearch();
    search.showOnce("a service key", "ck_shown-once", "answer 1");
    search.keep("token", "kept-token-1");
    search.showOnce("a token", "kept-token-1", "answer 1");
    expect(search.in('{"key":"ck_shown-once"}', "the answer", { place: "answer 1" })).toEqual([]);
    expect(search.in('{"key":"ck_shown-once"}', "the next", { place: "answer 2" })).toHaveLength(1);
    expect(search.in("ck_shown-once", "the page", { address: "/keys/ck_shown-once" })).toEqual([]);
    expect(search.in("ck_shown-once", "the dialog", { onlyNeverShown: true })).toEqual([]);
    expect(search.in("kept-token-1", "the answer", { place: "answer 1" })).toHaveLength(1);
  });

  it("leaves out what is too short to be distinguished from words", () => {
    const search = new SecretSearch();
    for (const word of ["", "x", "short", 'a"b"c"d"e"f"g"h"i']) search.keep("password", word);
    expect(search.in('x short a"b"c"d"e"f"g"h"i', "a page")).toEqual([]);
  });
});

describe("secrets on their way", () => {
  it("are read from calls by the names that forms send them by", () => {
    const sent = (body: unknown) => secretsSent(JSON.stringify(body)).map(({ value }) => value);
    expect(sent([{ email: "a@example.com", password: "p", current: "c" }])).toEqual(["p", "c"]);
    expect(
      sent([{ appId: "1", provider: "apns", settings: { keyId: "K", privateKey: "k" } }]),
    ).toEqual(["k"]);
    expect(sent([{ kind: "bearer", fields: { token: "t", header: "x" } }])).toEqual(["t"]);
    expect(sent([{ token: "of a link", value: "of a parameter" }])).toEqual([]);
    expect(sent([{ password: "$undefined", current: "$$begins with a dollar" }])).toEqual([
      "$begins with a dollar",
    ]);
    expect(secretsSent("--boundary")).toEqual([]);
  });

  it("are read from answers that show them once", () => {
    const link = "A".repeat(43);
    const key = `ck_${"b".repeat(32)}`;
    const answer = `0:{"a":"$@1"}\n1:{"ok":true,"value":{"key":"${key}","secret":"whsec_AAAAAAAAAAAAAAAA=","url":"https://c.example/reset/${link}","codes":["abcd-efgh","ijkl-mnop"]}}`;
    expect(secretsShown(answer).map(({ value }) => value)).toEqual([
      key,
      "whsec_AAAAAAAAAAAAAAAA=",
      link,
      "abcd-efgh",
      "ijkl-mnop",
    ]);
    expect(secretsShown('{"ok":true,"value":{"key":"pk_public","secret":"jwt"}}')).toEqual([]);
  });
});
