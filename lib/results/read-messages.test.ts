import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { listMessages, readMessage } from "./read-messages";

describe("a list of messages", () => {
  let sandbox: TestSandbox;
  const long = "x".repeat(700);
  const accepted: string[] = [];
  const as = { actor: testOwner() };
  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { lean: true });
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    await publishForTest(as, {
      appId: app?.id ?? "",
      templateId: "greeting",
      name: "Greeting",
      blocks: { ios: { title: "Hello ${name}", text: "Hello" } },
      parameters: [{ name: "name", required: true }],
      languages: [{ language: "pt", texts: [{ at: "/ios/text", of: "Hello", text: "Olá" }] }],
    });
    const base = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
    };
    const message = { template: "greeting", parameters: { name: "Ann" } };
    for (const [request, language] of [
      [
        {
          ...base,
          channels: {
            push: {
              android: { text: "Only a text" },
              web: { text: "Web", platform_types: ["chrome"] },
            },
          },
        },
      ],
      [{ ...base, channels: { push: { ios: { title: "A title", text: long } } } }],
      [{ ...base, message }],
      [{ ...base, message }, "pt"],
    ] as const)
      accepted.push(
        (await sandbox.accept(request, language === undefined ? {} : { language })).transid,
      );
  }, 120_000);
  afterAll(() => sandbox.close(), 60_000);

  const said = async () => {
    const { rows } = await listMessages(as, { serviceId: sandbox.service.id });
    return rows.toReversed().map(({ title, text, platforms }) => ({ title, text, platforms }));
  };
  const rest = [
    { title: "Hello Ann", text: "Hello", platforms: ["ios"] },
    { title: "Hello Ann", text: "Olá", platforms: ["ios"] },
  ];
  const onlyText = { title: null, text: "Only a text", platforms: ["android", "web"] };

  it("shows what was written when they were accepted, without their requests", async () => {
    await sandbox.database.query("CREATE TABLE requests AS SELECT id, request FROM message");
    await sandbox.database.query("UPDATE message SET request = 'x'::bytea");
    const summaries = await said();
    await sandbox.database.query(
      "UPDATE message m SET request = r.request FROM requests r WHERE r.id = m.id",
    );
    expect(summaries).toEqual([
      onlyText,
      { title: "A title", text: long.slice(0, 500), platforms: ["ios"] },
      ...rest,
    ]);
  });

  it("shows the same of messages that were accepted before that was written", async () => {
    const [, titled = ""] = accepted;
    await sandbox.database.query("UPDATE message SET title = NULL, text = '', platforms = NULL");
    expect(await said()).toEqual([
      onlyText,
      { title: "A title", text: long, platforms: ["ios"] },
      ...rest,
    ]);
    expect(await readMessage(as, { transid: titled })).toMatchObject({
      title: "A title",
      text: long,
      platforms: ["ios"],
    });
  });

  it("reads a message as it is stored now: of a person who was removed no copy is shown", async () => {
    const [transid = ""] = accepted;
    await readMessage(as, { transid });
    await sandbox.database.query(
      "UPDATE message SET request = convert_to(replace(convert_from(request, 'UTF8'), 'Only a text', 'Removed'), 'UTF8') WHERE id = $1",
      [transid],
    );
    expect(await readMessage(as, { transid })).toMatchObject({
      text: "Removed",
      appearances: { android: { text: "Removed" } },
    });
  });
});
