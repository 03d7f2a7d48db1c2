import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpSession } from "@/e2e/support/http-session";

/** A file that the build wrote about itself. */
export const built = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../.next/server", name), "utf8")) as Record<
    string,
    unknown
  >;

/** A server action of the build. */
export interface Action {
  name: string;
  id: string;
  /** A page that it is called from. */
  path: string;
}

/** Every server action of the build, from its own list: none can be forgotten. */
export function actionsOfBuild(): Action[] {
  const manifest = built("server-reference-manifest.json")["node"] as Record<
    string,
    { exportedName: string; workers: Record<string, unknown> }
  >;
  return Object.entries(manifest).map(([id, { exportedName, workers }]) => {
    const [page = ""] = Object.keys(workers);
    return { id, name: exportedName, path: pathOf(page.replace(/^app/, "")) };
  });
}

/** The address of a page in the build: `/(console)/messages/[transid]/page` → `/messages/<id>`. */
export function pathOf(page: string, id = "00000000-0000-7000-8000-000000000000"): string {
  return (
    page
      .replace(/\/page$/, "")
      .replaceAll(/\/\([^)]*\)/g, "")
      .replaceAll(/\[[^\]]*\]/g, id) || "/"
  );
}

/** JSON as React writes it: a text that begins with $ has a second one. */
export function encodedArguments(args: unknown): string {
  return (
    JSON.stringify(args, (_, value: unknown) =>
      typeof value === "string" && value.startsWith("$") ? `$${value}` : value,
    ) ?? "[]"
  );
}

/** A call that is not answered by then hangs: the error says which one. */
const answerMs = 60_000;

/** Calls a server action as the console does. */
export async function callAction(
  session: Pick<HttpSession, "ask">,
  { id, path, name }: Action,
  body: string | FormData,
) {
  const signal = AbortSignal.timeout(answerMs);
  const ask = session.ask(path, {
    method: "POST",
    headers: {
      "next-action": id,
      accept: "text/x-component",
      // Thousands of answers are not packed for nothing.
      "accept-encoding": "identity",
      ...(typeof body === "string" && { "content-type": "text/plain;charset=UTF-8" }),
    },
    body,
    signal,
  });
  try {
    const answer = await ask;
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    throw new Error(`${name} was not answered`, { cause: error });
  }
}
