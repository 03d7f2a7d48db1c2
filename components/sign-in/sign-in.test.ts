import { describe, expect, it } from "vitest";
import { refusalOf } from "./refusal";

describe("a refusal", () => {
  it("says how long to wait", () => {
    expect(refusalOf("paused:30").text).toContain("30 seconds");
    expect(refusalOf("paused:600").text).toContain("10 minutes");
  });

  it("says what to do, and the number that is in the log", () => {
    const id = "7f3a1c52-0000-4000-8000-000000000000";
    expect(refusalOf(`unavailable:${id}`)).toMatchObject({
      title: "Cannot sign you in just now",
      id,
    });
    expect(refusalOf("wrong").title).toBe("Wrong e-mail address or password");
  });

  it.each([
    "connect ECONNREFUSED 10.0.0.1:5432",
    "<b>x</b>",
    "unavailable:ECONNREFUSED",
    "paused:soon",
    "paused:99999999999",
    "CredentialsSignin",
    "",
  ])("repeats nothing of %j", (code) => expect(refusalOf(code)).toEqual(refusalOf("unavailable")));
});
