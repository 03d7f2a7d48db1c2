import type { BrowserContext, Page, Request, Response } from "@playwright/test";
import { SecretSearch, secretsSent, secretsShown, type Leak } from "../../tests/secret-search";
import { forgetStopped, startedServers, type RunningServer } from "./server";

/** What is asked of a server here. */
type WatchedServer = Pick<RunningServer, "secrets" | "output">;

/** Of one answer; pages and their data are smaller. */
const mostText = 8_000_000;
/**
 * For the answers that are still being read when a test ends; what is not there by then never
 * ended.
 */
const settleMs = 5_000;

/** What a worker has found, and what it searches for. */
export class SecretWatch {
  readonly #search = new SecretSearch();
  readonly #leaks: Leak[] = [];
  readonly #pages = new Set<Page>();
  readonly #reading = new Set<Promise<void>>();
  readonly #seen = new WeakMap<WatchedServer, number>();
  readonly #shared = new Set<WatchedServer>();

  /** Watches what the pages of a context send and are answered. */
  watch(context: BrowserContext): void {
    context.on("page", (page) => {
      this.#pages.add(page);
      page.on("close", () => this.#pages.delete(page));
      page.on("request", (request) => this.#sent(request));
      page.on("response", (response) => {
        const read = this.#answered(response).catch(() => undefined);
        this.#reading.add(read);
        void read.finally(() => this.#reading.delete(read));
      });
    });
  }

  /** Watches a server, too, that another process started, and searches for more secrets of it. */
  watchServer(server: WatchedServer, secrets: Readonly<Record<string, string>>): void {
    this.#shared.add(server);
    for (const [what, value] of Object.entries(secrets)) this.#search.keep(what, value);
  }

  /**
   * Searches the pages that are open and the logs of the servers, and returns what was found since
   * the last time.
   */
  async newLeaks(): Promise<string[]> {
    this.#keepOwn();
    await Promise.race([Promise.all(this.#reading), timeLimit()]);
    for (const page of this.#pages)
      await Promise.race([this.#page(page).catch(() => undefined), timeLimit()]);
    for (const server of this.#servers()) this.#log(server);
    forgetStopped();
    const leaks = this.#leaks
      .splice(0)
      .map(({ what, where, around }) => `${what} in ${where}: ${around}`);
    return [...new Set(leaks)];
  }

  /** Adds the secrets that servers were given or generated to the search. */
  #keepOwn(): void {
    for (const { secrets } of this.#servers())
      for (const [what, value] of Object.entries(secrets)) this.#search.keep(what, value);
  }

  #servers(): WatchedServer[] {
    return [...startedServers(), ...this.#shared];
  }

  #sent(request: Request): void {
    if (request.method() !== "POST") return;
    for (const { what, value } of secretsSent(request.postData() ?? ""))
      this.#search.keep(`${what} sent to ${new URL(request.url()).pathname}`, value);
  }

  async #answered(response: Response): Promise<void> {
    const request = response.request();
    const type = response.headers()["content-type"] ?? "";
    if (
      !/^(text\/(html|x-component|plain|csv)|application\/json)/.test(type) ||
      request.resourceType() === "eventsource"
    )
      return;
    this.#keepOwn();
    const url = response.url();
    const place = `${request.method()} ${url} ${(this.#answers += 1)}`;
    const text = (await response.body()).subarray(0, mostText).toString("utf8");
    if (request.headers()["next-action"] !== undefined)
      for (const { what, value } of secretsShown(text)) this.#search.showOnce(what, value, place);
    this.#leaks.push(
      ...this.#search.in(text, `the answer to ${request.method()} ${url}`, {
        place,
        address: `${url} ${request.headers()["referer"] ?? ""}`,
      }),
    );
  }
  #answers = 0;

  /**
   * What is typed is in fields, and what is shown once in a dialog; neither has been sent again.
   */
  async #page(page: Page): Promise<void> {
    const [all, withoutDialogs] = await page.evaluate(() => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement;
      for (const field of copy.querySelectorAll("input, textarea")) field.remove();
      const whole = copy.outerHTML;
      for (const dialog of copy.querySelectorAll("[role=dialog]")) dialog.remove();
      return [whole, copy.outerHTML] as const;
    });
    const where = `the page ${page.url()}`;
    const address = page.url();
    this.#leaks.push(
      ...this.#search.in(all, where, { onlyNeverShown: true, address }),
      ...this.#search.in(withoutDialogs, where, { address }),
    );
  }

  #log(server: WatchedServer): void {
    const output = server.output();
    // A restart empties the output.
    const seen = this.#seen.get(server) ?? 0;
    const from = seen > output.length ? 0 : seen;
    this.#leaks.push(...this.#search.in(output.slice(Math.max(0, from - 1_000)), "the log"));
    this.#seen.set(server, output.length);
  }
}

function timeLimit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMs).unref());
}
