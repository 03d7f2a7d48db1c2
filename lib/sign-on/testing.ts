import type { OpenIdProvider } from "@/tests/openid-provider.mjs";
import type { Connection } from "./connection";
import { comeHere, goThere, type SentOn } from "./visit";

/**
 * A browser that a test signs in with: it keeps cookies of the console and of providers, and
 * presses the provider's button.
 */
export class TestBrowser {
  readonly #jars = new Map<string, Map<string, string>>();
  /** What it sends to the console. */
  get cookie(): string {
    return this.#header("console");
  }

  keep(cookies: readonly string[], host = "console"): void {
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    for (const cookie of cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
  }

  /** Goes to the provider. Returns the address that it was sent to. */
  async leave(connectionId: string, query: Record<string, string> = {}): Promise<URL> {
    const { to, cookies } = await goThere(this.#visit(connectionId, new URLSearchParams(query)));
    this.keep(cookies);
    return new URL(to, "http://console.invalid");
  }

  /** Signs in at the provider. Returns the address that it sent the browser back to. */
  async signInThere(at: URL, account: string): Promise<URL> {
    let url = at;
    for (let steps = 0; steps < 10; steps += 1) {
      const isForm = url.pathname.startsWith("/interaction/");
      const answer = await fetch(url, {
        redirect: "manual",
        headers: {
          cookie: this.#header(url.host),
          "content-type": "application/x-www-form-urlencoded",
        },
        ...(isForm && { method: "POST", body: new URLSearchParams({ account }) }),
      });
      this.keep(answer.headers.getSetCookie(), url.host);
      const location = answer.headers.get("location");
      if (location === null)
        throw new Error(
          `${url.href} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`,
        );
      url = new URL(location, url);
      if (url.pathname.endsWith("/callback")) return url;
    }
    throw new Error("It goes in circles.");
  }

  /** Comes back to the console, to the address of a connection. */
  async arrive(connectionId: string, { searchParams }: URL): Promise<SentOn> {
    const sent = await comeHere(this.#visit(connectionId, searchParams));
    this.keep(sent.cookies);
    return sent;
  }

  /** All of it; answers where the console sent the browser in the end. */
  async signOn(
    connectionId: string,
    account: string,
    query: Record<string, string> = {},
  ): Promise<URL> {
    const back = await this.signInThere(await this.leave(connectionId, query), account);
    return new URL((await this.arrive(connectionId, back)).to, "http://console.invalid");
  }

  #visit(connectionId: string, query: URLSearchParams) {
    return { connectionId, query, cookie: this.cookie, userAgent: "Mozilla/5.0 Test" };
  }

  #header(host: string): string {
    return [...(this.#jars.get(host) ?? [])].map((pair) => pair.join("=")).join("; ");
  }
}

/** A connection to a provider as the form sends it; for tests. */
export function connectionInput(
  id: string,
  provider: OpenIdProvider,
  overrides: Partial<Connection> = {},
) {
  return {
    id,
    name: "Acme",
    issuer: provider.issuer,
    clientId: provider.client.id,
    clientSecret: provider.client.secret,
    domains: ["example.com"],
    trustsEmails: false,
    groupsClaim: "groups",
    groups: [],
    enforced: false,
    ...overrides,
    breakGlassId: overrides.breakGlassId ?? "",
  };
}
