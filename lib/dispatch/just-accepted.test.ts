import { afterEach, expect, it } from "vitest";
import { handOver, keepAccepted, takeAccepted, type JustAccepted } from "./just-accepted";

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const message = (transid: string, bytes = 1): JustAccepted => ({
  transid,
  serviceId: "",
  appId: "",
  campaignId: null,
  request: new Uint8Array(bytes),
  language: null,
  priority: 0,
  acceptedAt: new Date(0),
  expiresAt: null,
  read: {} as JustAccepted["read"],
});
const takeAll = (transids: readonly string[]) =>
  transids.filter((transid) => takeAccepted(transid) !== undefined);

it("keeps nothing in a process without workers", () => {
  handOver([message("a")]);
  expect(takeAll(["a"])).toEqual([]);
});

it("gives each message once", () => {
  ends.push(keepAccepted());
  handOver([message("a")]);
  expect(takeAll(["a", "a"])).toEqual(["a"]);
});

it("keeps nothing once the last worker has ended", () => {
  const [end, endOther] = [keepAccepted(), keepAccepted()];
  handOver([message("a")]);
  end();
  expect(takeAll(["a"])).toEqual(["a"]);
  handOver([message("b")]);
  endOther();
  ends.push(keepAccepted());
  expect(takeAll(["b"])).toEqual([]);
});

it("keeps the newest of many", () => {
  ends.push(keepAccepted());
  const all = Array.from({ length: 502 }, (_, n) => message(`m${n}`));
  handOver(all);
  expect(takeAll(all.map(({ transid }) => transid))).toEqual(
    all.slice(2).map(({ transid }) => transid),
  );
});

it("keeps the newest of large ones, of 8 MiB together", () => {
  ends.push(keepAccepted());
  const mebibyte = 1_048_576;
  handOver(Array.from({ length: 9 }, (_, n) => message(`m${n}`, mebibyte)));
  expect(takeAccepted("m0")).toBeUndefined();
  expect(takeAccepted("m4")).toBeDefined();
  // Messages that were fetched make room.
  handOver([message("next", mebibyte)]);
  expect(takeAll(["m1", "m8", "next"])).toEqual(["m1", "m8", "next"]);
});
