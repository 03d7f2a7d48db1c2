import { describe, expect, it } from "vitest";
import { commandsIn } from "./commands";
import { furtherPlaces, places } from "./places";
import { rank, ranked } from "./rank";

const commands = {
  heading: "Do",
  entries: commandsIn("shop", () => true).map(({ label, words }) => ({ name: label, words })),
};
const rooms = {
  heading: "Go to",
  entries: [...places, ...furtherPlaces].map(({ label }) => ({ name: label, words: "go to" })),
};
const serverGroup = (search: string, ...names: string[]) => ({
  heading: "Campaigns",
  entries: names.map((name) => ({ name, foundBy: search })),
});
const first = (search: string, ...groups: { heading: string; entries: { name: string }[] }[]) => {
  const [group] = ranked([...groups, rooms, commands], search);
  return [group?.heading, group?.entries[0]?.name];
};

describe("the first entry for a text", () => {
  it.each([
    ["new app", "New app"],
    ["NEW", "New campaign"],
    ["sso", "Add a sign-on connection"],
    ["add webhook", "New webhook"],
    ["gdpr", "Remove a person’s data"],
  ])("is the command that %j means", (search, label) => {
    expect(first(search)).toEqual(["Do", label]);
  });
  it.each([
    ["campaigns", "Campaigns"],
    ["camp", "Campaigns"],
    ["audit", "Settings: audit log"],
    ["home", "Home"],
  ])("is the place that %j means", (search, label) => {
    expect(first(search)).toEqual(["Go to", label]);
  });
  it("is the one of exactly that name, wherever the server put it", () => {
    expect(
      first("market 17", serverGroup("market 17", "market 175", "market 171", "Market 17")),
    ).toEqual(["Campaigns", "Market 17"]);
    expect(first("home", serverGroup("home", "At home"))).toEqual(["Go to", "Home"]);
  });
  it("stays when the server finds others a moment later, but for one of exactly that name", () => {
    expect(first("camp")).toEqual(first("camp", serverGroup("camp", "Camp in spring", "My camp")));
    expect(first("camp", serverGroup("camp", "My camp", "Camp"))).toEqual(["Campaigns", "Camp"]);
  });
  it("is what the server found, before what has the words somewhere", () => {
    expect(first("list", serverGroup("list", "A list of June"))).toEqual([
      "Campaigns",
      "A list of June",
    ]);
  });
});

describe("the rank of an entry", () => {
  it("is 0 where a word is missing, and does not count letters far apart", () => {
    expect(rank({ name: "Send to your own app" }, "new")).toBe(0);
    expect(rank({ name: "New app" }, "new shop")).toBe(0);
    expect(ranked([{ entries: [{ name: "Home" }] }], "xyz")).toEqual([]);
  });
  it("is not that of what the server found for another text", () => {
    expect(rank({ name: "0190", foundBy: "spring" }, " Spring ")).toBe(0.9);
    expect(rank({ name: "0190", foundBy: "spring" }, "summer")).toBe(0);
  });
});
