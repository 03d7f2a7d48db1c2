import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { greeting } from "./greeting";

const settings = {
  ORIGIN: "http://localhost:3000",
  ROLE: "all",
  LAB_PORT: 3900,
  DATA_DIR: "/data",
} as const;
const sandbox = { appid: "sandbox", labPorts: [3900, 3901, 3902, 3903] };

describe("what a start prints", () => {
  it("has the key of a new service once, in a command that works when pasted", () => {
    const text = greeting(settings, 3000, { ...sandbox, newKey: "ck_canary-1" }, "AAAA-BBBB-CCCC");
    expect(text.match(/ck_canary-1/g)).toHaveLength(1);
    const command = text.split("\n").find((line) => line.includes("curl ")) ?? "";
    expect(pasted(command)).toContain("key: ck_canary-1\n");
  });

  it("reads the key from the environment at every other start", () => {
    const text = greeting(settings, 3000, sandbox, undefined);
    const command = text.split("\n").find((line) => line.startsWith("curl ")) ?? "";
    expect(pasted(command, { SERVICE_KEY: "ck_given" })).toContain("key: ck_given\n");
  });

  it("calls this machine as the console is called, unless that is reached from elsewhere", () => {
    const sent = (ORIGIN: string) =>
      /curl (\S+)\/resources/.exec(
        greeting({ ...settings, ORIGIN }, 3000, sandbox, undefined),
      )?.[1];
    expect(sent("http://127.0.0.1:3000")).toBe("http://127.0.0.1:3000");
    expect(sent("http://[::1]:3000")).toBe("http://[::1]:3000");
    expect(sent("https://push.example.com")).toBe("http://localhost:3000");
    expect(sent("https://localhost:8443")).toBe("http://localhost:3000");
  });

  it("prints ports of the sandbox that are others than LAB_PORT says", () => {
    expect(greeting(settings, 3000, sandbox, undefined)).not.toContain("Lab ports");
    expect(
      greeting(settings, 3000, { ...sandbox, labPorts: [3900, 41_001, 3902, 3903] }, undefined),
    ).toContain("Lab ports    3900, 41001, 3902, 3903");
    expect(
      greeting(
        { ...settings, LAB_PORT: 0 },
        3000,
        { ...sandbox, labPorts: [1, 2, 3, 4] },
        undefined,
      ),
    ).not.toContain("Lab ports");
  });
});

/** What curl would be given, a line each. */
function pasted(command: string, env: Record<string, string> = {}): string {
  return execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: "utf8",
    env: { NODE_ENV: "test", ...env },
  });
}
