import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { holderHere, isHolder, holderState } from "./journal-holder";

const here = holderHere("an id");
const kernelTells = existsSync("/proc/self/stat");

describe("the holder of a journal", () => {
  it("lives when its process does, and is dead when there is none of its number", () => {
    expect(isHolder(JSON.parse(JSON.stringify(here)))).toBe(true);
    expect(holderState(here)).toBe(kernelTells ? "alive" : "unknown");
    const ended = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
    expect(holderState({ ...here, pid: ended })).toBe("dead");
  });

  it.runIf(kernelTells)("is dead when its number was given to a later process", () => {
    expect(holderState({ ...here, started: String(Number(here.started) - 1) })).toBe("dead");
  });

  it("cannot be checked from another container or machine", () => {
    expect(holderState({ ...here, place: "another start pid:[1]" })).toBe("unknown");
    const { place: _, ...elsewhere } = here;
    expect(holderState({ ...elsewhere, host: "another-host" })).toBe("unknown");
  });

  it.runIf(kernelTells)("is dead while its parent has not asked what became of it", async () => {
    // The shell would ask, so the child ends once the shell has become another program.
    const parent = spawn("sh", ["-c", "cat <&3 >/dev/null & echo $!; exec sleep 100 3<&-"], {
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    try {
      const [said] = (await once(parent.stdio[1] ?? parent, "data")) as [Buffer];
      const pid = Number(said.toString());
      const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      await expect
        .poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8").trim(), { timeout: 30_000 })
        .toBe("sleep");
      parent.stdio[3]?.destroy();
      await expect.poll(() => stat()[0], { timeout: 30_000 }).toBe("Z");
      expect(holderState({ ...here, pid, started: stat()[19] ?? "" })).toBe("dead");
    } finally {
      parent.kill();
    }
  });

  it.each([
    null,
    "x",
    {},
    { pid: 0, host: "h", started: "" },
    { pid: "1", host: "h", started: "" },
  ])("is not read from %j", (value) => {
    expect(isHolder(value)).toBe(false);
  });
});
