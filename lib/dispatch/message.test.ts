import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { loadMessages } from "./message";
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
  const load = async (transids: string[]) => [...(await loadMessages(sandbox.database, transids)).keys()].toSorted();

  it("are there although so many others come meanwhile that they are no longer kept", async () => {
    const [known = "", unknown = ""] = (await accepted(2)).toSorted();
    const others = await accepted(520);
    await load([known]);
    const [, loaded] = await Promise.all([load(others), load([known, unknown]), load(others.slice(0, 200))]);
    expect(loaded).toEqual([known, unknown]);
  });
});
