import { describe, expect, it } from "vitest";
import { choiceText, rememberedTest, rememberTest } from "./test-memory";

const nobody = { groups: [], devices: [], users: [], browser: false };
const sandbox = { ...nobody, users: ["user-1"] };

function memory(first?: string) {
  const entries = new Map(first === undefined ? [] : [["clarion.test.2.shop", first]]);
  const store = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
  };
  return () => store;
}

describe("whom a test starts with", () => {
  const template = { id: "t1", users: [] };
  const campaign = { id: "c1", users: ["ann"] };

  it("is remembered for each app by itself", () => {
    const storage = memory();
    rememberTest(storage, "shop", "t1", { ...nobody, devices: ["d"], users: ["u"], browser: true });
    expect(rememberedTest(storage, "shop", template, [])).toEqual({
      ...nobody,
      devices: ["d"],
      users: ["u"],
      browser: true,
    });
    expect(rememberedTest(storage, "other", template, ["user-1"])).toEqual(sandbox);
  });

  it("is who a draft goes to until that draft was tested with others", () => {
    const storage = memory();
    expect(rememberedTest(storage, "shop", campaign, ["user-1"])).toEqual({
      ...nobody,
      users: ["ann"],
    });
    rememberTest(storage, "shop", "c0", {
      groups: ["g"],
      devices: ["d"],
      users: ["bob"],
      browser: true,
    });
    expect(rememberedTest(storage, "shop", campaign, [])).toEqual({
      ...nobody,
      users: ["ann"],
      browser: true,
    });
    expect(rememberedTest(storage, "shop", { ...campaign, id: undefined }, []).users).toEqual([
      "ann",
    ]);
    expect(rememberedTest(storage, "shop", template, [])).toEqual({ ...nobody, browser: true });
    rememberTest(storage, "shop", "c1", { ...nobody, devices: ["d"] });
    expect(rememberedTest(storage, "shop", campaign, [])).toEqual({ ...nobody, devices: ["d"] });
  });

  it.each(["", "null", "[]", "{", "1"])(
    "is the draft's or the sandbox's users when %j is remembered",
    (text) => {
      expect(rememberedTest(memory(text), "shop", template, ["user-1"])).toEqual(sandbox);
    },
  );

  it("holds no more than a test may have, and nothing that is no text", () => {
    const many = JSON.stringify({
      draft: "t1",
      users: Array.from({ length: 200 }, (_, n) => `u${n}`),
      devices: [1, "d"],
      groups: "g",
      browser: "yes",
    });
    const { users, ...rest } = rememberedTest(memory(many), "shop", template, []);
    expect(users).toHaveLength(100);
    expect(rest).toEqual({ devices: ["d"], groups: [], browser: false });
  });

  it("survives a store that is forbidden", () => {
    const store = () => {
      throw new Error("SecurityError");
    };
    expect(() => rememberTest(store, "shop", "t1", sandbox)).not.toThrow();
    expect(rememberedTest(store, "shop", template, ["user-1"])).toEqual(sandbox);
  });
});

it("says in words who was chosen", () => {
  expect(choiceText(nobody)).toBe("");
  expect(choiceText({ groups: ["a"], devices: ["a", "b"], users: ["a"], browser: true })).toBe(
    "2 devices, 1 group, 1 user, this browser",
  );
});
