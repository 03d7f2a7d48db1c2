import { request as send } from "node:http";
import type { RunningServer } from "./server";

/** The answer to an {@link ask}. */
interface Answer {
  status: number;
  location: string;
  body: string;
  cookies: string[];
}

/** Asks with exactly these headers, which a browser or fetch would not. */
export function ask(
  server: Pick<RunningServer, "origin">,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = "",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request = send(
      server.origin + path,
      { method, headers: { ...length, ...headers }, agent: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? "",
            body: text,
            cookies: (answer.headers["set-cookie"] ?? []).map(
              (cookie) => cookie.split(";", 1)[0] ?? "",
            ),
          }),
        );
      },
    );
    request.on("error", reject).end(body);
  });
}

/** Tries to sign in as a program does; resolves to the code of the refusal, or undefined. */
export async function attempt(
  server: RunningServer,
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  const csrf = await ask(server, "GET", "/api/auth/csrf", {});
  const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
  const form = new URLSearchParams({
    csrfToken,
    email,
    password,
    json: "true",
    callbackUrl: "//evil.example",
  }).toString();
  const own = {
    origin: server.origin,
    cookie: csrf.cookies.join("; "),
    "content-type": "application/x-www-form-urlencoded",
  };
  const answer = await ask(
    server,
    "POST",
    "/api/auth/callback/credentials",
    { ...own, ...headers },
    form,
  );
  const url = new URL((JSON.parse(answer.body) as { url: string }).url);
  if (url.origin !== server.origin) throw new Error(`The answer leads to ${url.origin}`);
  return url.searchParams.get("error") ?? undefined;
}

/** Whether cookies open a page of the console. */
export const opens = async (server: Pick<RunningServer, "origin">, cookie: string) =>
  (await ask(server, "GET", "/messages", { cookie })).status === 200;
