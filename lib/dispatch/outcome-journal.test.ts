import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import { openTestDatabase } from "@/lib/database/testing";
import type { Change } from "./change";
import { expand } from "./expand";
import { holderHere } from "./journal-holder";
import { OutcomeJournal } from "./outcome-journal";
import { claim, openQueues } from "./queues";
import { replayJournals } from "./replay-journals";
import { openSandbox, type TestSandbox } from "./testing";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "clarion-answers-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const change = (more: Partial<Change> = {}): Change => ({
  messageId: newId(),
  deliveryId: newId(),
  leaseToken: newId(),
  to: "submitted",
  code: "7501",
  description: "Submitted",
  at: new Date(),
  attempted: true,
  ...more,
});
const files = () => readdirSync(folder).map((name) => join(folder, name));
const noted = () =>
  files().flatMap((path) => readFileSync(path, "utf8").trimEnd().split("\n").slice(1));

describe("the journal of answers", () => {
  it("has all outcomes of a turn of the event loop on file when that turn ends", async () => {
    const journal = new OutcomeJournal(folder);
    const changes = [change(), change({ providerMessageId: "projects/x/messages/1" })];
    const settled = changes.map((one) => journal.note(one));
    await turn();
    expect(noted().map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(changes)));
    for (const settle of settled) settle();
    journal.close();
    expect(files()).toEqual([]);
  });

  it("writes nothing about what was recorded within the turn", async () => {
    const journal = new OutcomeJournal(folder);
    journal.note(change())();
    await turn();
    expect(files()).toEqual([]);
  });

  it("keeps, when it is closed, unrecorded outcomes", async () => {
    const journal = new OutcomeJournal(folder);
    journal.note(change());
    await turn();
    journal.close();
    expect(noted()).toHaveLength(1);
  });

  it("stays small however much goes through it, and loses nothing that is open meanwhile", async () => {
    const journal = new OutcomeJournal(folder);
    const description = "x".repeat(2_000);
    const longOpen = journal.note(change({ description: "open all the while" }));
    for (let cycle = 0; cycle < 60; cycle += 1) {
      const settled = Array.from({ length: 100 }, () => journal.note(change({ description })));
      await turn();
      for (const settle of settled) settle();
    }
    const lines = noted();
    expect(lines.some((line) => line.includes("open all the while"))).toBe(true);
    expect(lines.length).toBeLessThan(60 * 100);
    expect(files().length).toBeLessThanOrEqual(2);
    longOpen();
    journal.close();
    expect(files()).toEqual([]);
  });

  it("begins another file when the one that it wrote to was removed", async () => {
    const journal = new OutcomeJournal(folder);
    journal.note(change());
    await turn();
    for (const path of files()) rmSync(path);
    journal.note(change());
    await turn();
    expect(noted()).toHaveLength(1);
    journal.close();
  });

  it("lets deliveries go on where nothing can be written", async () => {
    const file = join(folder, "no folder");
    writeFileSync(file, "");
    const journal = new OutcomeJournal(file);
    const settle = journal.note(change());
    await turn();
    settle();
    expect(() => journal.close()).not.toThrow();
  });
});

/**
 * A process that ran on this machine and died: no process has that pid for long, and this one began
 * at another time.
 */
const deadHolder = { ...holderHere("dead"), started: "1" };

describe("replaying journals", () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { lean: true });
  }, 120_000);
  afterAll(() => sandbox.close(), 120_000);

  /** A message for two devices, both leased by a worker. */
  async function leaseMessage() {
    const ids = sandbox.lab.addDevices("android", 2).map(({ pushId }) => pushId);
    const body = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: ids }],
      channels: { push: { android: { text: "Hi" } } },
    };
    const { transid } = await sandbox.accept(body);
    await expand([transid]);
    const queue = (await openQueues(sandbox.database)).find(({ kind }) => kind === "android");
    if (!queue) throw new Error("nothing to deliver");
    const leaseToken = newId();
    const claimed = await claim(sandbox.database, queue, leaseToken, 10);
    expect(claimed).toHaveLength(2);
    return { transid, leaseToken, claimed };
  }
  const states = async (transid: string) =>
    (
      await sandbox.database.query<{ state: string }>(
        "SELECT state FROM delivery WHERE message_id = $1 ORDER BY id",
        [transid],
      )
    ).map(({ state }) => state);

  it("records the answers of a process that died, and removes its journal", async () => {
    const { transid, leaseToken, claimed } = await leaseMessage();
    const [first, second] = claimed.map(({ id }) =>
      JSON.stringify(change({ messageId: transid, deliveryId: id, leaseToken })),
    );
    const path = join(folder, "dead.jsonl");
    writeFileSync(path, `${JSON.stringify(deadHolder)}\n{"strange":true}\n${first}\n`);
    appendFileSync(path, second?.slice(0, 60) ?? "");
    expect(await replayJournals(folder)).toBe(1);
    const ids = claimed.map(({ id }) => id).toSorted();
    expect(await states(transid)).toEqual(
      ids.map((id) => (id === claimed[0]?.id ? "submitted" : "queued")),
    );
    expect(files()).toEqual([]);
    await sandbox.database.query(
      "UPDATE delivery SET state = 'failed', next_at = NULL WHERE message_id = $1",
      [transid],
    );
  });

  it("puts off for what is left of a pause, and never for more than all of it", async () => {
    const { transid, leaseToken, claimed } = await leaseMessage();
    const at = (ago: number) => new Date(Date.now() - ago);
    const waits = {
      messageId: transid,
      leaseToken,
      to: "waiting",
      code: "7517",
      description: "busy",
    } as const;
    const [one, other] = claimed;
    const journal = new OutcomeJournal(folder);
    journal.note(
      change({
        ...waits,
        deliveryId: one?.id ?? "",
        at: at(400_000),
        dueAt: performance.now() + 1_000_000,
      }),
    );
    await turn();
    journal.close();
    const ahead = {
      ...change({ ...waits, deliveryId: other?.id ?? "", at: at(-3_600_000) }),
      pauseMs: 200_000,
    };
    const lines = [...noted(), JSON.stringify(ahead)];
    for (const path of files()) rmSync(path);
    writeFileSync(
      join(folder, "dead.jsonl"),
      [JSON.stringify(deadHolder), ...lines, ""].join("\n"),
    );
    expect(await replayJournals(folder)).toBe(2);
    const rows = await sandbox.database.query<{ id: string; s: number }>(
      "SELECT id, extract(epoch FROM next_at - now())::float8 AS s FROM delivery WHERE message_id = $1",
      [transid],
    );
    // As exact as this test may be slow.
    expect(new Map(rows.map(({ id, s }) => [id, Math.round(s / 100) * 100]))).toEqual(
      new Map([
        [one?.id, 600],
        [other?.id, 200],
      ]),
    );
    await sandbox.database.query(
      "UPDATE delivery SET state = 'failed', next_at = NULL WHERE message_id = $1",
      [transid],
    );
  });

  it("passes over what has another owner by now", async () => {
    const { transid, claimed } = await leaseMessage();
    const lines = claimed.map(({ id }) =>
      JSON.stringify(change({ messageId: transid, deliveryId: id, leaseToken: newId() })),
    );
    writeFileSync(
      join(folder, "dead.jsonl"),
      [JSON.stringify(deadHolder), ...lines, ""].join("\n"),
    );
    expect(await replayJournals(folder)).toBe(2);
    expect(await states(transid)).toEqual(["queued", "queued"]);
    await sandbox.database.query(
      "UPDATE delivery SET state = 'failed', next_at = NULL WHERE message_id = $1",
      [transid],
    );
  });

  it("leaves the journal of a process that lives alone", async () => {
    const journal = new OutcomeJournal(folder);
    journal.note(change());
    await turn();
    expect(await replayJournals(folder)).toBe(0);
    expect(noted()).toHaveLength(1);
    journal.close();
  });

  it("has nothing to do where no journal was ever written", async () => {
    expect(await replayJournals(join(folder, "none"))).toBe(0);
  });
});
