import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { readMessage } from "./read-messages";

describe("what a message looked like", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    await publishForTest(
      { actor: testOwner() },
      {
        appId: app?.id ?? "",
        templateId: "greeting",
        name: "Greeting",
        blocks: {
          android: { text: "Hello" },
          ios: { text: "Hello" },
          web: { text: "Hello", platform_types: ["chrome"] },
        },
        parameters: [],
        languages: [
          {
            language: "pt",
            texts: ["android", "ios"].map((block) => ({
              at: `/${block}/text`,
              of: "Hello",
              text: "Olá",
            })),
          },
        ],
      },
    );
    await sandbox.database.query(
      "UPDATE device SET language = CASE WHEN kind IN ('android', 'ios', 'hms') THEN 'pt-BR' END",
    );
  }, 120_000);
  afterAll(() => sandbox.close(), 60_000);

  const sent = async (userid: string[], devices: number) => {
    const { transid } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid }],
      message: { template: "greeting" },
    });
    await sandbox.settled(transid, ({ counts }) => counts["submitted"] === devices);
    return readMessage({ actor: testOwner() }, { transid });
  };

  it("is drawn in the language in which its devices got it", async () => {
    const { languages, appearances } = await sent(["user-1"], 2);
    expect(
      languages.map(({ language, appearances: own }) => [language, own.android?.text]),
    ).toEqual([["pt", "Olá"]]);
    expect(appearances.android?.text).toBe("Olá");
  });

  it("is drawn in each of them, where there are several", async () => {
    const { languages } = await sent(["user-1", "user-2"], 4);
    expect(
      languages.map(({ language, appearances }) => [language, appearances.android?.text]),
    ).toEqual([
      ["pt", "Olá"],
      ["", "Hello"],
    ]);
  });
});
