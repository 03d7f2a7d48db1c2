import { describe, expect, it } from "vitest";
import { refusalText } from "./refusal";
import { safePath } from "./safe-path";

describe("safePath", () => {
  it.each([
    ["/messages?state=done", "/messages?state=done"],
    ["/", "/"],
  ])("keeps %s", (given, kept) => expect(safePath(given)).toBe(kept));
  it.each([undefined, "", "https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example", "javascript:alert(1)"])(
    "refuses %s",
    (given) => expect(safePath(given)).toBe("/"),
  );
});

describe("refusalText", () => {
  it("says how long to wait", () => {
    expect(refusalText("paused:30")).toContain("30 seconds");
    expect(refusalText("paused:600")).toContain("10 minutes");
  });
  it("tells neither which of the two was wrong nor what broke", () => {
    expect(refusalText("wrong")).toBe(refusalText("CredentialsSignin"));
    expect(refusalText("ECONNREFUSED 10.0.0.1")).not.toContain("ECONN");
  });
});
