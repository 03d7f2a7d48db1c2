import { describe, expect, it } from "vitest";
import { byCause, reasonsOf } from "./failure-causes";

const reason = (code: string, description: string, count: number) => ({
  code,
  description,
  count,
  transid: `m-${count}`,
});

it("puts failures of one cause together, by any provider, the most frequent first", () => {
  const groups = byCause([
    reason("7571", "FCM 404 UNREGISTERED: gone", 5),
    reason("7105", "Unknown user", 9),
    reason("7513", "Web Push 410", 3),
    reason("7513", "All devices of this user are unregistered", 4),
    reason("7404", "Others", 1),
  ]);
  expect(
    groups.map(({ cause, count, says }) => [
      cause,
      count,
      says.map((one) => [one.says, one.count]),
    ]),
  ).toEqual([
    [
      "unregistered",
      12,
      [
        ["The device is no longer registered", 8],
        ["Only devices that are no longer registered", 4],
      ],
    ],
    ["no device", 9, [["No device", 9]]],
    ["unknown", 1, [["It failed for another reason", 1]]],
  ]);
});

describe("reasonsOf", () => {
  it("groups by code and wording, most frequent first", () => {
    const gone = { code: "7513", description: "Unregistered device" };
    const late = { code: "7503", description: "Expired" };
    expect(reasonsOf([late, gone, gone])).toEqual([
      { ...gone, count: 2 },
      { ...late, count: 1 },
    ]);
  });
});
