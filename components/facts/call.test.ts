import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlCommand, sendCall } from "./call";

describe("curlCommand", () => {
  it("hands the shell the very bytes", () => {
    const request = `{"text":"it's \\"here\\" for $5 \`now\`","n":"é"}`;
    const command = curlCommand(sendCall("http://localhost:3000", request)).replace(
      /^curl/,
      "printf '%s\\n'",
    );
    const lines = execFileSync("sh", ["-c", command], {
      env: { NODE_ENV: "test", SERVICE_KEY: "k" },
      encoding: "utf8",
    })
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

  it("names the method where it is not the usual one, and the reader's own key", () => {
    const url = "http://localhost:3000/resources/v1/devices";
    expect(curlCommand({ method: "DELETE", url, key: "CLIENT_KEY", body: "{}" })).toMatch(
      /^curl -sS -X DELETE 'http.*"key: \$CLIENT_KEY"/s,
    );
    expect(curlCommand({ method: "GET", url, key: "SERVICE_KEY" }, "ck_'1")).toBe(
      `curl -sS '${url}' \\\n  -H 'key: ck_'\\''1'`,
    );
    expect(curlCommand({ method: "GET", url, key: undefined })).toBe(`curl -sS '${url}'`);
  });
});
