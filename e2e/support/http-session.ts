/** A session that signs in without a browser. */
export interface HttpSession {
  /** Of the sign-in. */
  status: number;
  /** Why it was refused; null when it was not. */
  error: string | null;
  /** Asks with the session's cookies; redirects are not followed. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Its cookies, for a browser that goes on with it. */
  cookies: () => { name: string; value: string }[];
}

/**
 * Signs in by what the form sends; as the owner, or with any other credentials.
 *
 * @param userAgent of a browser that goes on with the session
 */
export async function signInByHttp(
  server: { origin: string; email: string; password: string },
  credentials: { email: unknown; password: unknown } = server,
  userAgent?: string,
): Promise<HttpSession> {
  const jar = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("origin", server.origin);
    if (userAgent !== undefined) headers.set("user-agent", userAgent);
    headers.set("cookie", [...jar].map((pair) => pair.join("=")).join("; "));
    const answer = await fetch(server.origin + path, { redirect: "manual", ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const cookies = () => [...jar].map(([name, value]) => ({ name, value }));
  const { csrfToken } = (await (await ask("/api/auth/csrf")).json()) as { csrfToken: string };
  const { email, password } = credentials;
  const answer = await ask("/api/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, email, password, json: "true" }),
  });
  const { url } = (await answer.json()) as { url?: string };
  return {
    status: answer.status,
    error: url === undefined ? null : new URL(url).searchParams.get("error"),
    ask,
    cookies,
  };
}
