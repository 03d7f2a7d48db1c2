import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlCommand } from "./curl";
import { reasonsOf } from "./reasons";
import { single, withQuery } from "./with-query";

describe("curlCommand", () => {
  it("hands the shell the very bytes", () => {
    const request = `{"text":"it's \\"here\\" for $5 \`now\`","n":"é"}`;
    const command = curlCommand("http://localhost:3000", request).replace(/^curl/, "printf '%s\\n'");
    const lines = execFileSync("sh", ["-c", command], { env: { NODE_ENV: "test", SERVICE_KEY: "k" }, encoding: "utf8" })
      .trimEnd()
      .split("\n");
    expect(lines).toEqual([
      "-sS",
      "http://localhost:3000/resources/v1/messaging",
      "-H",
      "key: k",
      "-H",
      "content-type: application/json",
      "--data-binary",
      request,
    ]);
  });
});

describe("reasonsOf", () => {
  it("groups by code and wording, most frequent first", () => {
    const gone = { code: "7513", description: "Unregistered device" };
    const late = { code: "7503", description: "Expired" };
    expect(reasonsOf([late, gone, gone])).toEqual([
      { ...gone, count: 2 },
      { ...late, count: 1 },
    ]);
  });
});

describe("queries", () => {
  it("leaves out what is not there", () => {
    expect(withQuery("/messages", { state: undefined, appid: "", after: "a b" })).toBe("/messages?after=a+b");
    expect(withQuery("/messages", {})).toBe("/messages");
  });
  it("takes one value only", () => {
    expect([single(["a", "b"]), single(""), single("a")]).toEqual([undefined, undefined, "a"]);
  });
});
