import { afterEach, expect, it, vi } from "vitest";
import { configureLibraries } from "./config";

afterEach(() => vi.unstubAllEnvs());

/** The key that Next encrypts with, in a process with this secret. */
function keyWith(APP_SECRET: string): string {
  vi.stubEnv("NEXTAUTH_URL", "");
  vi.stubEnv("NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "");
  configureLibraries({ ORIGIN: "https://push.example.com", APP_SECRET });
  // oxlint-disable-next-line node/no-process-env -- what a library reads there
  return process.env["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"] ?? "";
}

it("derives the key of server actions from APP_SECRET alone, so that processes with one secret share it", () => {
  const [secret, other] = ["s".repeat(43), "t".repeat(43)];
  expect(keyWith(secret)).toBe(keyWith(secret));
  expect(keyWith(secret)).not.toBe(keyWith(other));
  expect(Buffer.from(keyWith(secret), "base64")).toHaveLength(32);
  expect(keyWith(secret)).not.toContain(secret);
});
