import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlCommand } from "./curl";

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
