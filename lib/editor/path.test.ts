import { describe, expect, it } from "vitest";
import { valueAt, withValue } from "./path";

const content = {
  request: { destination: [{ userid: ["a", "b"] }], channels: { push: { ios: { title: "T" } } } },
  shared: { title: "T" },
};

describe("a path", () => {
  it("leads to a value, through lists too, and to nothing where there is none", () => {
    expect(valueAt(content, "request.destination.0.userid.1")).toBe("b");
    expect(valueAt(content, "request.channels.push.android.title")).toBeUndefined();
    expect(valueAt(content, "shared.title.length")).toBeUndefined();
  });

  it("is written without touching other values", () => {
    const next = withValue(content, { path: "request.channels.push.ios.title", value: "New" });
    expect(next.request.channels.push.ios.title).toBe("New");
    expect(content.request.channels.push.ios.title).toBe("T");
    expect(next.request.destination).toBe(content.request.destination);
    expect(next.shared).toBe(content.shared);
  });

  it("creates missing lists and objects on the way", () => {
    expect(withValue({}, { path: "request.destination.1.userid", value: ["c"] })).toEqual({
      request: { destination: [undefined, { userid: ["c"] }] },
    });
    expect(withValue({ message: "text" }, { path: "message.template", value: "t" })).toEqual({
      message: { template: "t" },
    });
    expect(
      withValue(content, { path: "request.destination.0.userid.2", value: "c" }).request
        .destination,
    ).toEqual([{ userid: ["a", "b", "c"] }]);
  });

  it("keeps the place of a member that is removed and put back", () => {
    const blocks = { android: 1, ios: 2, web: 3 };
    const without = withValue(blocks, { path: "android", value: undefined });
    expect(JSON.stringify(without)).toBe('{"ios":2,"web":3}');
    expect(JSON.stringify(withValue(without, { path: "android", value: 1 }))).toBe(
      '{"android":1,"ios":2,"web":3}',
    );
  });

  it("never reaches the prototype of an object", () => {
    const next = withValue({}, { path: "__proto__.polluted", value: true });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
  });
});
