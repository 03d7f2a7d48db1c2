import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { codeFor, languages, type Language } from "./code";

const request = JSON.stringify({
  text: `It's "quoted" \\ and \u00e9 \u0939\u093f \u{1f468}\u200d\u{1f469} $HOME \`id\` \n tab\t`,
  del: "\u007f",
});

function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const run: Record<Language, (code: string) => [string, string[]]> = {
  curl: (code) => ["sh", ["-c", code]],
  node: (code) => [process.execPath, ["--input-type=module", "-e", code]],
  python: (code) => ["python3", ["-c", code]],
};
const needs: Record<Language, string> = { curl: "curl", node: process.execPath, python: "python3" };

const present = languages.filter((language) => has(needs[language]));

it.each(
  present.flatMap(
    (
      language,
    ): { language: Language; method: string; body: string | undefined; ownKey?: string }[] => [
      { language, method: "POST", body: request },
      { language, method: "PUT", body: "{}" },
      { language, method: "GET", body: undefined },
      { language, method: "DELETE", body: "{}", ownKey: `ck_"'$1` },
    ],
  ),
)(
  "$language makes a $method byte for byte, with the key",
  async ({ language, method, body, ownKey }) => {
    const received = new Promise<Record<"method" | "body" | "key" | "type", string | undefined>>(
      (resolve) => {
        const server = createServer((incoming, response) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", () => {
            response.end("{}");
            server.close();
            resolve({
              method: incoming.method,
              body: Buffer.concat(chunks).toString(),
              key: incoming.headers["key"]?.toString(),
              type: incoming.headers["content-type"],
            });
          });
        });
        server.listen(0, "127.0.0.1", () => {
          const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
          const [program, args] = run[language](
            codeFor(language, { method, url, key: "SERVICE_KEY", body }, ownKey),
          );
          spawn(program, args, {
            // oxlint-disable-next-line node/no-process-env -- the program reads its key from there
            env: { ...process.env, SERVICE_KEY: "sk_test" },
            stdio: "ignore",
          });
        });
      },
    );
    expect(await received).toEqual({
      method,
      body: body ?? "",
      key: ownKey ?? "sk_test",
      type: body === undefined ? undefined : "application/json",
    });
  },
);
