import { describe, expect, it } from "vitest";
import { commandsIn } from "./commands";
import { furtherPlaces, places } from "./places";
import { auditSearch, bestRank, rank } from "./rank";

const commands = commandsIn("shop", () => true).map(({ label, words }) => `${label} ${words ?? ""}`);
const rooms = [...places, ...furtherPlaces].map(({ label }) => `${label} go to`);
const best = (values: readonly string[], search: string) => values.toSorted((one, other) => rank(other, search) - rank(one, search))[0];

describe("the rank of an entry", () => {
  it.each([
    ["new app", "New app"],
    ["NEW", "New campaign"],
    ["sso", "Add a sign-on connection"],
    ["add webhook", "New webhook"],
    ["gdpr", "Remove a person’s data"],
  ])("begins with the command that %j means", (search, label) => {
    expect(best(commands, search)).toMatch(new RegExp(`^${label} `));
    expect(bestRank(commands, search)).toBeGreaterThan(bestRank(rooms, search));
  });
  it.each([
    ["campaigns", "Campaigns"],
    ["camp", "Campaigns"],
    ["audit", "Settings: audit log"],
    ["home", "Home"],
  ])("begins with the place that %j means", (search, label) => {
    expect(best(rooms, search)).toBe(`${label} go to`);
    expect(bestRank(rooms, search)).toBeGreaterThan(bestRank(commands, search));
  });
  it("is 0 where a word is missing, and does not count letters far apart", () => {
    expect(rank("Send to your own app", "new")).toBe(0);
    expect(rank("New app", "new shop")).toBe(0);
    expect(bestRank([], "a")).toBe(0);
  });
  it("is 1 for what the server found by the text, and least for the search of the audit log", () => {
    expect(rank("0190-id", " Spring ", ["spring"])).toBe(1);
    expect(rank("0190-id", "summer", ["spring"])).toBe(0);
    const audit = rank(`${auditSearch} xyz`, "xyz");
    expect(audit).toBeGreaterThan(0);
    expect(audit).toBeLessThan(rank("A text with xyz", "xyz"));
  });
});
