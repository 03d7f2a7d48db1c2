import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { steady } from "@/lib/runtime/clock";
import { keepAccepted } from "./just-accepted";
import { loadMessages, readMessages, UnreadableMessageError, type LoadedMessage } from "./message";
import { openSandbox, type TestSandbox } from "./testing";

describe("messages that are loaded", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { lean: true });
  }, 120_000);
  afterAll(() => sandbox.close());

  const accepted = async (count: number): Promise<string[]> => {
    const replies = await Promise.all(
      Array.from({ length: count }, () =>
        sandbox.accept({
          deliverychannel: "push",
          appid: "sandbox",
          destination: [{ android_pushid: ["p"] }],
          channels: { push: { android: { text: "Hi" } } },
        }),
      ),
    );
    return replies.map(({ transid }) => transid);
  };
  const load = async (transids: string[]) =>
    [...(await loadMessages(sandbox.database, transids)).keys()].toSorted();

  it("are loaded although so many others are loaded meanwhile that they leave the cache", async () => {
    const [cachedId = "", uncachedId = ""] = (await accepted(2)).toSorted();
    const others = await accepted(520);
    await load([cachedId]);
    const [, loaded] = await Promise.all([
      load(others),
      load([cachedId, uncachedId]),
      load(others.slice(0, 200)),
    ]);
    expect(loaded).toEqual([cachedId, uncachedId]);
  });

  it("stay in memory up to 8 MiB together", async () => {
    const transids = (await accepted(10)).toSorted();
    const change = (request: string) =>
      sandbox.database.query(`UPDATE message SET request = ${request} WHERE id = ANY($1::uuid[])`, [
        transids,
      ]);
    await change(
      `convert_to(replace(convert_from(request, 'UTF8'), '"p"]', '"p"' || repeat(' ', 1000000) || ']'), 'UTF8')`,
    );
    for (const transid of transids) await load([transid]);
    // What is not read from there is nowhere else.
    await change("'x'::bytea");
    const [first = "", last = ""] = [transids[0], transids.at(-1)];
    const loaded = await loadMessages(sandbox.database, [first, last]);
    expect(loaded.get(first)).toBeInstanceOf(UnreadableMessageError);
    expect(loaded.get(last)).toMatchObject({ transid: last });
  });

  it("are the accepted ones of this process, equal to their rows", async () => {
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    await publishForTest(
      { actor: testOwner() },
      {
        appId: app?.id ?? "",
        templateId: "greeting",
        name: "Greeting",
        blocks: { android: { text: "Hello ${name}" } },
        parameters: [{ name: "name", required: true }],
        languages: [
          {
            language: "pt",
            texts: [{ at: "/android/text", of: "Hello ${name}", text: "Olá ${name}" }],
          },
        ],
      },
    );
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: ["p"] }],
      message: { template: "greeting", parameters: { name: "Ann" } },
      expiry: "9000-01-01T00:00:00.000Z",
    };
    const accept = async () => {
      const of = [{}, { language: "" }, { language: "pt-BR" }, { source: "console" as const }];
      return Promise.all(of.map(async (more) => (await sandbox.accept(request, more)).transid));
    };
    const stopKeeping = keepAccepted();
    const transids = await accept();
    stopKeeping();
    const stopAgain = keepAccepted();
    const cachedIds = await accept();
    const rows = await readMessages(sandbox.database, cachedIds);
    // What is not read from there is nowhere else.
    await sandbox.database.query(
      "UPDATE message SET request = 'x'::bytea WHERE id = ANY($1::uuid[])",
      [[...transids, ...cachedIds]],
    );
    const loaded = await loadMessages(sandbox.database, [...transids, ...cachedIds]);
    stopAgain();
    expect(transids.map((transid) => loaded.get(transid))).toEqual(
      transids.map(() => expect.any(UnreadableMessageError) as unknown),
    );
    expect(cachedIds.map((transid) => seen(loaded.get(transid)))).toEqual(
      cachedIds.map((transid) => seen(rows.get(transid))),
    );
    expect(cachedIds.map((transid) => seen(loaded.get(transid)).device)).toEqual([
      "Olá Ann",
      "Hello Ann",
      "Olá Ann",
      "Olá Ann",
    ]);
  });
});

/**
 * All of a message that can be compared: where it lives from differs by what passed between two
 * clocks.
 */
function seen(message: LoadedMessage | UnreadableMessageError | undefined) {
  if (message === undefined || message instanceof UnreadableMessageError)
    throw new Error("It is not there.");
  const { livesFrom, languageFor, effectiveIn, ...rest } = message;
  const device = effectiveIn(languageFor("pt_BR")).channels.push.android?.text;
  return { ...rest, device, isFresh: steady() - livesFrom < 60_000 };
}
