import { expect, it } from "vitest";
import { refusal } from "@/lib/inputs/answer";
import { UserImport, type ImportProgress } from "./import-file";
import type { UserLine } from "./user-rows";

const rows = Array.from({ length: 1_203 }, (_, n) =>
  n === 700 ? "user-700,old" : `user-${n},${n}`,
);
const file = {
  file: new Blob([["id,age", ...rows].join("\n")]),
  form: { delimiter: "," },
  headerLine: 1,
  columns: [{ is: "userid" }, { is: "attribute", name: "age", type: "number" }],
} as const;

it("stores a file part by part, continues where it stopped, and lists faults with their lines", async () => {
  const seen: string[] = [];
  const states: ImportProgress[] = [];
  let calls = 0;
  const running = new UserImport(
    file,
    async (lines: UserLine[]) => {
      calls += 1;
      if (calls === 2) return refusal("No answer from the server.");
      seen.push(...lines.map(({ user }) => user.userid));
      const [first] = lines;
      return {
        ok: true,
        value: {
          stored: lines.length - 1,
          problems: [{ line: first?.line ?? 0, message: "refused by the server" }],
        },
      };
    },
    (progress) => states.push(progress),
  );
  await running.run();
  expect(states.at(-1)).toMatchObject({ stopped: "No answer from the server.", done: false });
  const before = seen.length;
  await running.run();
  expect(before).toBeGreaterThan(0);
  expect(seen).toEqual(rows.flatMap((_, n) => (n === 700 ? [] : [`user-${n}`])));
  const last = states.at(-1);
  expect(last).toMatchObject({ lines: 1_203, done: true, stored: 1_199, faulty: 4 });
  expect(last?.problems.map(({ line }) => line)).toEqual([2, 502, 702, 1_002]);
});

it("says why a file cannot be read, and stores nothing of it", async () => {
  const states: ImportProgress[] = [];
  const running = new UserImport(
    { ...file, file: new Blob([new Uint8Array([0x69, 0x64, 0x0a, 0xff, 0xfe, 0xff])]) },
    async () => refusal("not called"),
    (progress) => states.push(progress),
  );
  await running.run();
  expect(states.at(-1)).toMatchObject({ stored: 0, done: false });
  expect(states.at(-1)?.stopped).toMatch(/UTF-8/);
});

it("ends behind the part that is under way when it is stopped, and counts that", async () => {
  const states: ImportProgress[] = [];
  let calls = 0;
  const running: UserImport = new UserImport(
    file,
    async (lines) => {
      calls += 1;
      running.stop();
      return { ok: true, value: { stored: lines.length, problems: [] } };
    },
    (progress) => states.push(progress),
  );
  await running.run();
  expect(calls).toBe(1);
  expect(states.at(-1)).toMatchObject({ lines: 500, stored: 500, done: true });
});
