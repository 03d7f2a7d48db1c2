import { expect, it } from "vitest";
import type { SearchResult } from "@/lib/results/find-by-name";
import { steeringEntries } from "./steering-entries";

const matches: SearchResult[] = [
  { kind: "campaign", id: "one", name: "Spring", aside: "sending" },
  { kind: "campaign", id: "two", name: "Autumn", aside: "paused" },
  { kind: "campaign", id: "three", name: "Winter", aside: "sent" },
  { kind: "list", id: "four", name: "Everybody", aside: "sending" },
];

it("offers what can be done with the campaigns under way, and nothing without the right", () => {
  const done: string[] = [];
  const contents = {
    matches,
    steer: (kind: string, id: string) => () => void done.push(`${kind} ${id}`),
    go: (href: string) => () => void done.push(href),
  };
  const entries = steeringEntries({ ...contents, may: () => true });
  expect(entries.map(({ name }) => name)).toEqual([
    "Pause Spring",
    "Stop Spring",
    "Resume Autumn",
    "Stop Autumn",
  ]);
  for (const { onSelect } of entries) onSelect();
  expect(done).toEqual([
    "pause one",
    "/campaigns/one?open=stop-campaign",
    "resume two",
    "/campaigns/two?open=stop-campaign",
  ]);
  expect(steeringEntries({ ...contents, may: () => false })).toEqual([]);
});
