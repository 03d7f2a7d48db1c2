import { expect } from "vitest";
import { run } from "./main";

/** Runs a command line, and answers all lines that it printed, wherever. For tests. */
export async function clarion(args: string[], environment: Record<string, string>) {
  const lines: string[] = [];
  const status = await run(
    args,
    environment,
    (line) => lines.push(line),
    (line) => lines.push(line),
  );
  return { status, lines, text: lines.join("\n") };
}

/** Expects nothing that a terminal or a CI obeys, and no line within a line. For tests. */
export function expectTame(lines: readonly string[]): void {
  for (const line of lines) {
    expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u);
    expect(line).not.toMatch(/::error|##\[|^\s*::/);
  }
}
