import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { openSandbox, type TestSandbox } from "./testing";

describe("a template in several languages", () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    const text = (language: string, words: string) => ({
      language,
      texts: ["/android/text", "/ios/text", "/web/text"].map((at) => ({
        at,
        of: "Hello ${name}",
        text: words,
      })),
    });
    const say = { text: "Hello ${name}" };
    await publishForTest(
      { actor: testOwner() },
      {
        appId: app?.id ?? "",
        templateId: "greeting",
        name: "Greeting",
        blocks: {
          android: say,
          ios: say,
          web: { ...say, platform_types: ["chrome", "firefox", "safari"] },
        },
        parameters: [{ name: "name", required: true }],
        languages: [
          text("ar", "مرحبا ${name}"),
          text("pt", "Olá ${name}"),
          text("pt-BR", "Oi ${name}"),
        ],
      },
    );
    // Between them the sandbox's users have a device of each kind.
    const speak = async (kind: string, language: string | null) =>
      sandbox.database.query("UPDATE device SET language = $2 WHERE kind = $1", [kind, language]);
    await speak("android", "pt_BR");
    await speak("hms", "pt-PT");
    await speak("ios", "ar-EG");
    await speak("chrome", "de");
    await speak("firefox", null);
    await speak("safari", "PT");
  }, 120_000);
  afterAll(() => sandbox.close(), 60_000);

  const users = [{ userid: ["user-1", "user-2", "user-3"] }];
  const request = (more: object = {}) => ({
    deliverychannel: "push",
    appid: "sandbox",
    destination: users,
    message: { template: "greeting", parameters: { name: "Ann" } },
    ...more,
  });
  // A device token, which is random, may hold any short word: only a whole text counts.
  const received = async (transid: string) => {
    await sandbox.settled(transid, ({ counts }) => counts["submitted"] === 6);
    return Object.fromEntries(
      sandbox.lab
        .notifications()
        .filter((one) => one.transid === transid)
        .map((one) => [
          one.kind,
          /(?:(?:Hello|Olá|Oi|مرحبا) Ann|Mine)(?=\\*")/.exec(JSON.stringify(one))?.[0] ??
            JSON.stringify(one),
        ]),
    );
  };

  it("reaches each device in its own, along the chain, and the others in the default text", async () => {
    const { transid } = await sandbox.accept(request());
    expect(await received(transid)).toEqual({
      android: "Oi Ann",
      hms: "Olá Ann",
      ios: "مرحبا Ann",
      chrome: "Hello Ann",
      firefox: "Hello Ann",
      safari: "Olá Ann",
    });
  });

  it("goes to everybody in the one that was fixed, outside the bytes of the request", async () => {
    const { transid } = await sandbox.accept(request(), { language: "pt-BR" });
    expect(Object.values(await received(transid))).toEqual(Array(6).fill("Oi Ann"));
    const [row] = await sandbox.database.query<{ request: Uint8Array; language: string }>(
      "SELECT request, language FROM message WHERE id = $1",
      [transid],
    );
    expect(row?.language).toBe("pt-BR");
    expect(Buffer.from(row?.request ?? []).toString()).toBe(JSON.stringify(request()));
  });

  it("says the request's own words in all of them", async () => {
    const say = { text: "Mine" };
    const push = {
      android: say,
      ios: say,
      web: { ...say, platform_types: ["chrome", "firefox", "safari"] },
    };
    const { transid } = await sandbox.accept(request({ channels: { push } }));
    expect(Object.values(await received(transid))).toEqual(Array(6).fill("Mine"));
  });

  it("is refused with 7026 for a value that is too long in one of them alone, which is named", async () => {
    const name = "x".repeat(3_600);
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    await publishForTest(
      { actor: testOwner() },
      {
        appId: app?.id ?? "",
        templateId: "long",
        name: "Long",
        blocks: { ios: { text: "${name}" } },
        parameters: [{ name: "name", required: true }],
        languages: [
          {
            language: "hi",
            texts: [{ at: "/ios/text", of: "${name}", text: `\${name} ${"नमस्ते ".repeat(40)}` }],
          },
        ],
      },
    );
    const long = { ...request(), message: { template: "long", parameters: { name } } };
    const reply = await sandbox.accept(long);
    expect(reply).toMatchObject({
      ok: false,
      status: 413,
      problems: [{ code: "7026", pointer: "/message/template" }],
    });
    expect(reply.problems[0]?.message).toContain("hi takes");
    expect((await sandbox.accept(long, { language: "" })).ok).toBe(true);
  });
});
