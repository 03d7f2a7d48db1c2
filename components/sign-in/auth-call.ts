/** `wrong`, `busy`, `paused:<seconds>`, `unavailable:<id>`, or what the browser itself sees: `foreign` (the page is not of this console), `unreachable`. */
export type RefusalCode = string;

/** Signs in; the answer's cookies do the rest. Resolves to undefined, or to why not; never rejects. */
export async function signIn(email: string, password: string): Promise<RefusalCode | undefined> {
  try {
    const answer = await post("callback/credentials", { email: email.trim(), password });
    if (answer.status === 403) return "foreign";
    const { url } = (await answer.json()) as { url: string };
    return new URL(url, window.location.href).searchParams.get("error") ?? undefined;
  } catch {
    return "unreachable";
  }
}

/** Ends the session. Resolves to whether it has ended. */
export async function signOut(): Promise<boolean> {
  try {
    return (await post("signout", {})).ok;
  } catch {
    return false;
  }
}

async function post(action: string, values: Record<string, string>): Promise<Response> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  return fetch(`/api/auth/${action}`, { method: "POST", body: new URLSearchParams({ ...values, csrfToken, json: "true" }) });
}
