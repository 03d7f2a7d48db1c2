import { expect, it } from "vitest";
import { waveStates } from "./wave-states";
import type { Wave } from "./waves";

const wave = (from: number): Wave => ({
  startsAt: "2027-01-01T09:00:00.000Z",
  from,
  recipients: 10,
  zones: [],
});
const waves = [wave(0), wave(10), wave(20)];
const amid = { app: 0, recipient: 15 };
const between = { app: 0, recipient: 10 };

it.each([
  ["before it begins", null, ["waiting", "waiting", "waiting"]],
  ["within a wave", amid, ["sent", "sending", "waiting"]],
  ["between two waves", between, ["sent", "waiting", "waiting"]],
  ["in the second app of a wave", { app: 1, recipient: 0 }, ["sending", "waiting", "waiting"]],
])("says %s what of an order is still to be sent", (_, place, states) => {
  expect(waveStates(waves, { isOver: false, isComplete: false, place })).toEqual(states);
});

it.each([
  ["before it began", null, ["left out", "left out", "left out"]],
  ["within a wave", amid, ["sent", "partly sent", "left out"]],
  ["between two waves", between, ["sent", "left out", "left out"]],
])("leaves out what was not sent of an order that ended %s", (_, place, states) => {
  expect(waveStates(waves, { isOver: true, isComplete: false, place })).toEqual(states);
});

it("says of a wave that waits behind another one for its window that it was partly sent", () => {
  const shut = [wave(0), wave(20), { ...wave(10), rest: { app: 0, recipient: 14 } }];
  const place = { app: 0, recipient: 20 };
  const progress = { isComplete: false, place };
  expect(waveStates(shut, { ...progress, isOver: false })).toEqual(["sent", "waiting", "waiting"]);
  expect(waveStates(shut, { ...progress, isOver: true })).toEqual([
    "sent",
    "left out",
    "partly sent",
  ]);
});

it("has sent all waves once all requests are answered", () => {
  const place = { app: 1, recipient: 20 };
  expect(waveStates(waves, { isOver: true, isComplete: true, place })).toEqual(
    waves.map(() => "sent"),
  );
});
