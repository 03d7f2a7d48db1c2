import { expect } from "@playwright/test";
import { test } from "../support/fixtures";
import { launchOptions } from "../support/notifying-browser";
import { sendSandbox } from "../support/send-sandbox";

test.use({ launchOptions });

test("the service worker shows exactly what the push service received", async ({
  page,
  workspace,
  context,
}) => {
  const arrived = async () => (await workspace.arrived("For the worker"))[0]?.body;
  const transid = await test.step("the push service receives a message", async () => {
    await page.goto(workspace.origin);
    const transid = await sendSandbox(workspace, ["user-2"], {
      web: {
        platform_types: ["chrome"],
        title: "For the worker",
        text: "Shown by it.",
        url: "https://shop.example/o",
        actiontext: "Look",
        extras: { collapse_key: "one" },
      },
    });
    await expect.poll(arrived).toBeDefined();
    return transid;
  });

  const registrations: string[] = [];
  const debug = await test.step("the page registers the service worker", async () => {
    await context.grantPermissions(["notifications"], { origin: workspace.origin });
    const debug = await context.newCDPSession(page);
    debug.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: updated }) =>
      registrations.push(...updated.map(({ registrationId }) => registrationId)),
    );
    await debug.send("ServiceWorker.enable");
    await page.evaluate(async (appid) => {
      const settings = new URLSearchParams({
        origin: location.origin,
        appid,
        key: "a client key",
        deviceid: "user-2-chrome",
      });
      await navigator.serviceWorker.register(`/clarion-sw.js?${settings}`);
      const { active } = await navigator.serviceWorker.ready;
      // Ready says that a worker is active or about to be; a push that comes while it still
      // activates is lost.
      while (active?.state !== "activated")
        await new Promise((resolve) =>
          active?.addEventListener("statechange", resolve, { once: true }),
        );
    }, workspace.appid);
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    return debug;
  });
  await test.step("the worker shows the message and reports its delivery", async () => {
    const receipt = context.waitForEvent("request", (request) =>
      request.url().endsWith("/resources/v1/receipts"),
    );
    const data = (await arrived()) ?? "";
    const readNotifications = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data: data as unknown,
        }));
      });
    // The browser drops a push that arrives while the worker is starting. Pushes with the same tag
    // share one notification, so sending it again is safe.
    await expect(async () => {
      await debug.send("ServiceWorker.deliverPushMessage", {
        origin: workspace.origin,
        registrationId: registrations[0] ?? "",
        data,
      });
      await expect.poll(async () => (await readNotifications()).length, { timeout: 5_000 }).toBe(1);
    }).toPass({ timeout: 60_000 });
    expect((await readNotifications())[0]).toMatchObject({
      title: "For the worker",
      body: "Shown by it.",
      tag: "one",
      data: { transid, navigate: "https://shop.example/o" },
    });
    expect(JSON.parse((await receipt).postData() ?? "")).toMatchObject({
      transid,
      deviceid: "user-2-chrome",
      event: "delivered",
    });
  });
});

test("a browser without a push service says so", async ({ page, workspace, context }) => {
  await context.grantPermissions(["notifications"], { origin: workspace.origin });
  await page.goto(`${workspace.origin}/devices`);
  await page.getByRole("button", { name: "Make this browser a test device" }).click();
  await expect(
    page.getByText(/This browser could not be registered|This browser is a device now/),
  ).toBeVisible({ timeout: 20_000 });
});

test("the client sends the user's token only when it has one", async ({ page, workspace }) => {
  await page.goto(workspace.origin);
  const authorizationOf = async (token: string | undefined) => {
    const unsubscribeRequest = page.waitForRequest(
      (request) => request.method() === "DELETE" && request.url().endsWith("/resources/v1/devices"),
    );
    await page.evaluate(
      async ([origin, value]) => {
        const path = "/clarion-push.js";
        const client = (await import(path)) as { unsubscribe: (options: object) => Promise<void> };
        const options = { origin, appid: "sandbox", clientKey: "ck_none", deviceid: "d" };
        await client.unsubscribe(
          value === undefined ? options : { ...options, token: async () => value },
        );
      },
      [workspace.origin, token] as const,
    );
    return (await (await unsubscribeRequest).allHeaders())["authorization"];
  };
  expect(await authorizationOf("a.b.c")).toBe("Bearer a.b.c");
  expect(await authorizationOf(undefined)).toBeUndefined();
});
