import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { launchOptions } from "../support/notifying-browser";

test.use({ launchOptions });

/** A site's own worker: it serves a page without the network. */
const offline = `
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).pathname === "/offline-test") event.respondWith(new Response("offline"));
});`;

const scripts: Record<string, string> = {
  "/sw.js": offline,
  "/clarion-push.js": readFileSync("public/clarion-push.js", "utf8"),
  "/clarion-sw.js": readFileSync("public/clarion-sw.js", "utf8"),
  "/push/clarion-sw.js": readFileSync("public/clarion-sw.js", "utf8"),
  "/importing.js": 'importScripts("/clarion-sw.js");' + offline,
};

async function withSite(use: (origin: string) => Promise<void>): Promise<void> {
  const site = createServer((request, response) => {
    const script = scripts[new URL(request.url ?? "/", "http://site").pathname];
    const isPage = request.url === "/";
    response.writeHead(script !== undefined || isPage ? 200 : 404, {
      "content-type": script === undefined ? "text/html" : "text/javascript",
    });
    response.end(script ?? "<p>A page</p>");
  }).listen(0);
  await once(site, "listening");
  try {
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    await use(origin);
  } finally {
    site.close();
  }
}

test("the client leaves a site's own service worker alone", async ({ page, context }) => {
  await withSite(async (origin) => {
    await context.grantPermissions(["notifications"], { origin });
    await page.goto(origin);
    const outcome = await page.evaluate(async () => {
      interface Client {
        subscribe: (options: object) => Promise<unknown>;
        unsubscribe: (options: object) => Promise<void>;
        workerSettings: (options: object) => string;
      }
      const path = "/clarion-push.js";
      const client = (await import(path)) as Client;
      const options = { origin: location.origin, appid: "a", clientKey: "k", publicKey: "BN5Q" };
      const scopes = async () =>
        (await navigator.serviceWorker.getRegistrations())
          .map(({ scope }) => new URL(scope).pathname)
          .toSorted();
      const reasonOf = (more: object) =>
        client.subscribe({ ...options, ...more }).then(
          () => "none",
          (error: unknown) => (error as { reason?: string }).reason,
        );
      const steps: unknown[] = [];
      const offlinePage = async () => (await fetch("/offline-test")).text();
      const controlled = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
      await navigator.serviceWorker.register("/sw.js");
      await controlled;
      // No push service hears of this key: the worker is what counts.
      steps.push(await reasonOf({}), await scopes(), await offlinePage());
      steps.push(await reasonOf({ worker: "/push/clarion-sw.js" }), await scopes());
      steps.push(await reasonOf({ worker: "/missing/clarion-sw.js" }), await scopes());
      await client.unsubscribe(options);
      steps.push(await scopes());
      const registration = await navigator.serviceWorker.register(
        `/importing.js?${client.workerSettings(options)}`,
      );
      steps.push(await reasonOf({ registration }), await scopes(), await offlinePage());
      return steps;
    });
    expect(outcome).toEqual([
      "service",
      ["/", "/clarion-push/"],
      "offline",
      "service",
      ["/", "/push/clarion-push/"],
      "worker",
      ["/"],
      ["/"],
      "service",
      ["/"],
      "offline",
    ]);
  });
});

test("a step of the client that never answers rejects with its reason", async ({ page }) => {
  await withSite(async (origin) => {
    await page.clock.install();
    await page.goto(origin);
    for (const silent of ["token", "service", "worker"]) {
      await page.evaluate(async (reason) => {
        const path = "/clarion-push.js";
        const client = (await import(path)) as { unsubscribe: (options: object) => Promise<void> };
        const never = () => new Promise<never>(() => undefined);
        if (reason === "worker") navigator.serviceWorker.getRegistrations = never;
        const options = {
          origin: location.origin,
          appid: "a",
          clientKey: "k",
          ...(reason === "token" ? { token: never } : {}),
          ...(reason === "service"
            ? { registration: { pushManager: { getSubscription: never } } }
            : {}),
        };
        document.title = "waiting";
        client.unsubscribe(options).then(
          () => (document.title = "none"),
          (error: unknown) => (document.title = (error as { reason: string }).reason),
        );
      }, silent);
      await expect
        .poll(async () => {
          await page.clock.fastForward(31_000);
          return page.title();
        })
        .toBe(silent);
    }
  });
});
