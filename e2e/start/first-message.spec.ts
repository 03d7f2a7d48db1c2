import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { confirmSend, ownServerTest } from "../support/fixtures";
import { hold } from "../support/hold";
import { sendSandbox } from "../support/send-sandbox";

/** Its devices are those of the first sandbox, which belong to its members alone. */
const test = ownServerTest();

// As most people see it: with everything that moves.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a message goes from the composer to its read receipt", async ({ signedIn: page, server }) => {
  await test.step("it is composed and sent", async () => {
    await page.goto(`${server.origin}/compose`);
    for (const user of ["user-1", "user-2", "user-3"]) {
      await page.getByRole("textbox", { name: "Users" }).fill(user);
      await page.keyboard.press("Enter");
    }
    const steps = page.getByRole("navigation", { name: "Steps" });
    await steps.getByRole("button", { name: "Content" }).click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Spring sale");
    await page
      .getByRole("textbox", { name: "Text", exact: true })
      .fill("20 % off everything until Sunday.");
    await expect(page.getByText("No problems")).toBeVisible();
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await confirmSend(page);
    await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();
  });

  await test.step("it is seen and read on the devices", async () => {
    await page.getByRole("link", { name: "See it on the devices" }).click();
    const phone = page.getByRole("region", { name: "Pixel 9 of user-1" });
    await expect(phone.getByText("Spring sale")).toBeVisible();
    for (const device of [
      "iPhone 17 of user-1",
      "Pura 80 of user-2",
      "Chrome of user-2",
      "Firefox of user-3",
      "Safari of user-3",
    ])
      await expect(
        page.getByRole("region", { name: device }).getByText("Spring sale"),
      ).toBeVisible();
    await phone.getByRole("button", { name: "Open notification: Spring sale" }).click();
    await expect(phone.getByText("Read", { exact: true })).toBeVisible();
    // A mark shows that a notification was read; its text stays just as readable.
    expect(await objections(page)).toEqual([]);
  });

  await test.step("its page shows that it was read", async () => {
    await page.goto(`${server.origin}/messages`);
    await page.getByRole("link", { name: "Spring sale" }).first().click();
    await expect(page.getByRole("heading", { name: "Spring sale" })).toBeVisible();
    await expect(
      page
        .getByRole("row", { name: /Pixel 9/ })
        .getByText("Read", { exact: true })
        .first(),
    ).toBeVisible();
  });

  await test.step("it is found by its words and by its recipients", async () => {
    await page.goto(`${server.origin}/messages`);
    const messages = page.getByRole("table", { name: "Messages" });
    await page
      .getByRole("searchbox", { name: "Find by title, text or campaign" })
      .fill("UNTIL sun");
    await expect(page).toHaveURL(/q=UNTIL\+sun/);
    await expect(page.getByRole("combobox", { name: "Time" })).toHaveText("Last 12 months");
    await expect(messages.getByRole("link", { name: "Spring sale" })).toBeVisible();
    // The second filter is chosen while the first is still on its way.
    const { firstRequest, letGo } = await hold(page, (request) =>
      /messages\?.*to=user-2/.test(request.url()),
    );
    await page.getByRole("searchbox", { name: "Find by recipient" }).fill("user-2");
    await firstRequest;
    await page.getByRole("combobox", { name: "Time" }).click();
    await page.getByRole("option", { name: "Last 24 hours" }).click();
    letGo();
    await expect(page).toHaveURL(/to=user-2.*within=24h/);
    await expect(messages.getByRole("link", { name: "Spring sale" })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.setViewportSize({ width: 820, height: 900 });
    // Folded for want of room: what stood at the right end of the row is in sight all the same.
    await expect(page.getByRole("row").nth(1).getByRole("cell").last()).toBeInViewport({
      ratio: 1,
    });
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.getByRole("searchbox", { name: "Find by recipient" }).fill("user-9");
    await expect(page.getByRole("heading", { name: "No matching messages" })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(messages.getByRole("link", { name: "Spring sale" })).toBeVisible();
  });
  await test.step("it is found by its name from anywhere", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await page.keyboard.type("pring sa");
    await expect(palette.getByRole("option", { name: /Spring sale/ })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("everybody");
    await palette.getByRole("option", { name: /Everybody in the sandbox/ }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Everybody in the sandbox" }),
    ).toBeVisible();
  });
});

test("a message that arrives while the page is open is shown without a reload", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/devices`);
  const phone = page.getByRole("region", { name: "iPhone 17 of user-1" });
  await expect(phone).toBeVisible();
  await expect(page.getByText("Live").first()).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  await sendSandbox(server, ["user-1"], { ios: { title: "While you look", text: "Here it is." } });
  await expect(phone.getByText("While you look")).toBeVisible();
  expect(loads).toEqual([]);
});

test("a change between reading a page and following it is shown", async ({
  signedIn: page,
  server,
}) => {
  let follow: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (follow = resolve));
  await page.route("**/live/messages**", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${server.origin}/messages`);
  await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
  const transid = await sendSandbox(server, ["user-1"], {
    ios: { title: "Before you followed", text: "Here it is." },
  });
  await expect
    .poll(async () => {
      const status = await fetch(`${server.origin}/resources/v1/messaging/${transid}`, {
        headers: { key: server.serviceKey },
      });
      return ((await status.json()) as { state: string }).state;
    })
    .toBe("done");
  await expect(page.getByText("Before you followed")).toHaveCount(0);
  follow();
  await expect(page.getByText("Before you followed").first()).toBeVisible();
});

test("a notify URL gets Submitted, Delivered and Read for each device", async ({
  signedIn: page,
  server,
}) => {
  const heard: { deliveryStatus: string; deviceid: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      heard.push(
        (JSON.parse(body) as { deliveryInfoNotification: { deliveryInfo: (typeof heard)[number] } })
          .deliveryInfoNotification.deliveryInfo,
      );
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  try {
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${server.origin}${path}`, { ...init, headers: { key: server.serviceKey } });
    const accepted = await call("/resources/v1/messaging", {
      method: "POST",
      body: JSON.stringify({
        deliverychannel: "push",
        appid: "sandbox",
        notifyurl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/updates`,
        destination: [{ userid: ["user-1", "user-2", "user-3"] }],
        channels: {
          push: {
            android: { text: "All six" },
            ios: { text: "All six" },
            web: { platform_types: ["chrome", "firefox", "safari"], text: "All six" },
          },
        },
      }),
    });
    const { response } = (await accepted.json()) as { response: [{ transid: string }] };
    const { transid } = response[0];
    await test.step("Delivered for each device", () =>
      expect
        .poll(() => heard.filter(({ deliveryStatus }) => deliveryStatus === "Delivered").length)
        .toBe(6));
    const arrived = (await (await call("/resources/v1/lab/notifications")).json()) as {
      id: string;
      transid: string;
      deviceid: string;
    }[];
    const ours = arrived.filter((one) => one.transid === transid);
    expect(ours).toHaveLength(6);
    await test.step("Read after a tap on each device", async () => {
      // As the Devices page does when a notification is tapped.
      for (const { id } of ours) {
        const tapped = await page.request.post(`${server.origin}/live/lab/interactions`, {
          data: { id, event: "read" },
          headers: { origin: server.origin },
        });
        expect(tapped.status()).toBe(204);
      }
      await expect
        .poll(() => heard.filter(({ deliveryStatus }) => deliveryStatus === "Read").length)
        .toBe(6);
    });
    await test.step("each once, in this order", async () => {
      for (const { deviceid } of ours) {
        const steps = heard
          .filter((update) => update.deviceid === deviceid)
          .map(({ deliveryStatus }) => deliveryStatus);
        expect(steps).toEqual(["Submitted", "Delivered", "Read"]);
      }
      await expect
        .poll(
          async () => (await (await call(`/resources/v1/messaging/${transid}`)).json()) as object,
        )
        .toMatchObject({
          state: "done",
          counts: {
            queued: 0,
            submitted: 0,
            delivered: 0,
            read: 6,
            failed: 0,
            expired: 0,
            capped: 0,
          },
        });
    });
  } finally {
    receiver.close();
  }
});
