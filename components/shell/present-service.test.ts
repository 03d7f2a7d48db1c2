import { describe, expect, it } from "vitest";
import { presentService, withService } from "./present-service";

const service = (id: string, sandbox = false) => ({
  id,
  name: id,
  sandbox,
  role: "viewer" as const,
});
const [box, bank, shop] = [service("a-box", true), service("bank"), service("shop")];

describe("the service of an address", () => {
  it("is the one it names, and none where that is not one's own", () => {
    expect(presentService([box, bank, shop], "shop")).toBe(shop);
    expect(presentService([box, bank, shop], "other")).toBeUndefined();
  });
  it("is the first where it names none, the sandbox only where there is no other", () => {
    expect(presentService([box, bank, shop], undefined)).toBe(bank);
    expect(presentService([box], undefined)).toBe(box);
    expect(presentService([], undefined)).toBeUndefined();
  });
});

describe("an address with the service", () => {
  it("keeps its query and its hash", () => {
    expect(withService("/messages", "s")).toBe("/messages?service=s");
    expect(withService("/campaigns?state=sent#top", "s")).toBe(
      "/campaigns?state=sent&service=s#top",
    );
  });
  it("is left alone where there is nothing to say, or it says so itself", () => {
    expect(withService("/messages?state=done", undefined)).toBe("/messages?state=done");
    expect(withService("/messages?service=own", "s")).toBe("/messages?service=own");
  });
});
