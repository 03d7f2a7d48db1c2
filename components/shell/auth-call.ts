/**
 * `wrong`, `busy`, `paused:<seconds>`, `sign-on:<connection>`, `unavailable:<id>`, `second` (the
 * password was right, and a second step is to come); of the second step `code`, `passkey`,
 * `expired`; or what the browser itself sees: `foreign` (the page is not of this console),
 * `unreachable`, `left` (the person left the passkey).
 */
export type RefusalCode = string;

/**
 * Signs in; the answer's cookies do the rest. Resolves to undefined, or to why not; never rejects.
 */
export async function signIn(email: string, password: string): Promise<RefusalCode | undefined> {
  return step("credentials", { email: email.trim(), password });
}

/**
 * Takes the second step of signing in, by a code or what a passkey signed; a passkey may be the
 * only step. Otherwise as {@link signIn}.
 */
export async function takeSecondStep(
  proof: { code: string } | { passkey: string },
): Promise<RefusalCode | undefined> {
  return step("second-step", proof);
}

async function step(
  name: string,
  values: Record<string, string>,
): Promise<RefusalCode | undefined> {
  try {
    const answer = await post(`callback/${name}`, values);
    if (answer.status === 403) return "foreign";
    const { url } = (await answer.json()) as { url: string };
    return new URL(url, window.location.href).searchParams.get("error") ?? undefined;
  } catch {
    return "unreachable";
  }
}

/**
 * The connection by which an e-mail address has to sign in; undefined where there is none, or no
 * answer. Never rejects.
 */
export async function enforcedDoor(email: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`/api/sign-on/door?${new URLSearchParams({ email })}`);
    return ((await answer.json()) as { id: string | null }).id ?? undefined;
  } catch {
    return undefined;
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
  return fetch(`/api/auth/${action}`, {
    method: "POST",
    body: new URLSearchParams({ ...values, csrfToken, json: "true" }),
  });
}
