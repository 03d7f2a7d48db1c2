import { describe, expect, it } from "vitest";
import type { PushRequestInput } from "@/lib/interface/request";
import { listSamples } from "./list-samples";
import type { PlannedRecipient } from "./requests";

const pattern: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["typed"] }],
  message: { template: "order", parameters: { name: "you" } },
};
const options = {
  sizeRule: "body" as const,
  parameters: ["name", "order"],
  columns: { order: "number" },
};
const user = (id: string, parameters: Record<string, string> = {}): PlannedRecipient => ({
  type: "userid",
  id,
  parameters,
});
const read = ({ body }: { body: string }) => {
  const { destination, message, channels } = JSON.parse(body) as PushRequestInput;
  return [destination, message?.parameters ?? channels?.push?.android?.text];
};

describe("listSamples", () => {
  it("makes one request to each of the largest, with their values and those that they lack", () => {
    const widest = [
      user("a", { name: "Ann", number: "1" }),
      { ...user("b", { city: "Rome" }), type: "ios_pushid" as const },
    ];
    const list = { widest, kinds: [], values: {} };
    expect(listSamples(pattern, options, list).largest().map(read)).toEqual([
      [[{ userid: ["a"] }], { name: "Ann", order: "1" }],
      [[{ ios_pushid: ["b"] }], { name: "you" }],
    ]);
    const filled = listSamples(pattern, options, {
      ...list,
      lacking: { name: "Somewhat longer", number: "22" },
    });
    expect(filled.largest().map(read)).toEqual([
      [[{ userid: ["a"] }], { name: "Ann", order: "1" }],
      [[{ ios_pushid: ["b"] }], { name: "Somewhat longer", order: "22" }],
    ]);
    expect(filled.largest().map(({ recipient: { id } }) => id)).toEqual(["a", "b"]);
  });

  it("makes one request to each kind of identifier, in the order given", () => {
    const list = {
      widest: [],
      kinds: ["chrome_pushid", "userid"] as const,
      values: { name: "Ann" },
    };
    expect(listSamples(pattern, options, list).ofKinds().map(read)).toEqual([
      [[{ chrome_pushid: ["-"] }], { name: "Ann" }],
      [[{ userid: ["-"] }], { name: "Ann" }],
    ]);
  });

  it("builds a request to any one recipient", () => {
    const { message: _, ...plain } = pattern;
    const texts = { ...plain, channels: { push: { android: { text: "Hello ${name}${city}" } } } };
    const { alone } = listSamples(
      texts,
      { sizeRule: "body", parameters: ["name", "city"], inText: true },
      { widest: [], kinds: [], values: {}, lacking: { city: "Rome" } },
    );
    expect(read(alone(user("c", { name: "Cem" })))).toEqual([
      [{ userid: ["c"] }],
      "Hello Cem${city}",
    ]);
  });
});
