import { describe, expect, it } from "vitest";
import { choiceText, rememberedTest, rememberTest } from "./test-memory";

const nobody = { groups: [], devices: [], users: [], browser: false };
const sandbox = { ...nobody, users: ["user-1"] };

function memory(first?: string) {
  const kept = new Map(first === undefined ? [] : [["clarion.test.2.shop", first]]);
  const store = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) };
  return () => store;
}

describe("what a browser remembers of a test", () => {
  it("is kept for each app by itself", () => {
    const kept = memory();
    rememberTest(kept, "shop", { ...nobody, devices: ["d"], browser: true });
    expect(rememberedTest(kept, "shop", sandbox)).toEqual({ ...nobody, devices: ["d"], browser: true });
    expect(rememberedTest(kept, "other", sandbox)).toBe(sandbox);
  });

  it.each(["", "null", "[]", "{", "1"])("is nothing when it is %j", (text) => {
    expect(rememberedTest(memory(text), "shop", sandbox)).toBe(sandbox);
  });

  it("holds no more than a test may have, and nothing that is no text", () => {
    const many = JSON.stringify({ users: Array.from({ length: 200 }, (_, n) => `u${n}`), devices: [1, "d"], groups: "g", browser: "yes" });
    const { users, ...rest } = rememberedTest(memory(many), "shop", sandbox);
    expect(users).toHaveLength(100);
    expect(rest).toEqual({ devices: ["d"], groups: [], browser: false });
  });

  it("survives a store that is forbidden", () => {
    const store = () => {
      throw new Error("SecurityError");
    };
    expect(() => rememberTest(store, "shop", sandbox)).not.toThrow();
    expect(rememberedTest(store, "shop", sandbox)).toBe(sandbox);
  });
});

it("says in words who was chosen", () => {
  expect(choiceText(nobody)).toBe("");
  expect(choiceText({ groups: ["a"], devices: ["a", "b"], users: ["a"], browser: true })).toBe("2 devices, 1 group, 1 user, this browser");
});
