import { expect, type Page } from "@playwright/test";
import type { DeviceArrival } from "../support/arrived";
import { composeExample, confirmSend, test } from "../support/fixtures";

/** By kind of device, as the console names them. */
const payloadNames: Record<string, string> = {
  android: "Android payload",
  hms: "Huawei payload",
  ios: "iOS payload",
  chrome: "Chrome payload",
  firefox: "Firefox payload",
  safari: "Safari payload",
};

const tags = `{"imageurl":"https://shop.example/beach.png","order":12345678901234567890,"price":1.10,"list":[1E5,-0,"“a” & <b> \\\\ 👨‍👩‍👧‍👦"],"10":true,"9":null}`;
const extras = (more: string) =>
  `"extras":{"collapse_key":"summer","time_to_live":86400,${more}"customtags":${tags}}`;
const composed = (
  appid: string,
) => `{"deliverychannel":"push","appid":"${appid}","destination":[{"userid":["user-1","user-2","user-3"],"correlationid":"c-1"}],
  "channels":{"push":{
    "android":{"title":"Byte for byte — עברית","text":"“Quotes”, <tags> & \\\\ back \\t slashes",${extras(`"notificationaction":{"action":"OPEN_URL","value":"https://shop.example/"},`)}},
    "ios":{"title":"Byte for byte","text":"e\\u0301 é",${extras(`"badge":3,"sound":"bell.caf","attachmenturl":"https://shop.example/beach.png",`)}},
    "web":{"platform_types":["chrome","firefox","safari"],"title":"Byte for byte","text":"न","url":"https://shop.example/","actiontext":"Look",${extras("")}},
    "interactive":{"category":"DOUBLE_SHOPNOW_CANCEL","device_types":["android","ios"],"actions":[{"pos":1,"action":"OPEN_URL","value":"https://shop.example/summer"},{"pos":2}]}}},
  "callbackData":"back","nobody knows":1}`;

interface ShownBytes {
  body: string;
  headers: Record<string, string>;
}

/** What the composer shows that a kind of device is sent, from which it draws that device. */
async function shownFor(page: Page, kind: string): Promise<ShownBytes> {
  await page.getByRole("radio", { name: payloadNames[kind] ?? kind, exact: true }).click();
  const list = page.locator('dl[aria-label="Payload headers"]');
  const [names, values] = await Promise.all([
    list.locator("dt").allTextContents(),
    list.locator("dd").allTextContents(),
  ]);
  return {
    body: (await page.getByLabel("Payload", { exact: true }).textContent()) ?? "",
    headers: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])),
  };
}

const placeholderTransid = "00000000-0000-7000-8000-000000000000";

/**
 * The body with what sending fills in: the push id, the transid, and the time to live that is left.
 */
function filled(
  { body }: ShownBytes,
  { provider, pushId, transid }: DeviceArrival,
  left: (previewTtl: string) => string,
): string {
  const token = JSON.stringify(pushId);
  const withToken =
    provider === "fcm"
      ? body.replace('"token":""', () => `"token":${token}`)
      : provider === "hms"
        ? body.replace(/"token":\[\](?=\}\}$)/, () => `"token":[${token}]`)
        : body;
  return withToken
    .replace(placeholderTransid, transid)
    .replace(/"ttl":"(\d+)s"/, (_, previewTtl: string) => `"ttl":"${left(previewTtl)}s"`);
}

/**
 * What is left when it is sent: no more than was shown, and less by no more seconds than have
 * passed since.
 */
function expectLeft(left: number, previewSeconds: number, passed: number): void {
  expect(left).toBeLessThanOrEqual(previewSeconds);
  expect(left).toBeGreaterThanOrEqual(previewSeconds - passed);
}

const copied = async (page: Page, what: string) => {
  await page.getByRole("button", { name: what, exact: true }).click();
  return page.evaluate(() => navigator.clipboard.readText());
};

test("providers get the bytes that the previews are drawn from", async ({
  page,
  workspace,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], {
    origin: workspace.origin,
  });
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  // What is shown is drawn from now on.
  const drawnAt = Date.now();
  await page.getByRole("textbox", { name: "Request as JSON" }).fill(composed(workspace.appid));
  await page.getByRole("radio", { name: "As sent" }).click();
  await expect(page.getByLabel("Request body")).toContainText('"nobody knows":1');
  const body = (await page.getByLabel("Request body").textContent()) ?? "";
  expect(body).toContain('"order":12345678901234567890,"price":1.10,"list":[1E5,-0,');
  expect(await copied(page, "Copy")).toBe(body);
  const hash = await copied(page, "Copy content hash");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  await expect(page.getByText(hash.slice(0, 12), { exact: true })).toBeVisible();
  const previews: Record<string, ShownBytes> = {};
  for (const kind of Object.keys(payloadNames)) previews[kind] = await shownFor(page, kind);

  await page.keyboard.press("Control+Enter");
  await confirmSend(page);
  const ours = () => workspace.arrived("https://shop.example/beach.png");
  await expect.poll(async () => (await ours()).length).toBe(6);
  const arrivals = await ours();
  // Each of the two times is in whole seconds.
  const passed = Math.ceil((Date.now() - drawnAt) / 1_000) + 1;
  expect(arrivals.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(payloadNames).toSorted());
  for (const one of arrivals) {
    const expected = previews[one.kind];
    if (!expected) throw new Error(one.kind);
    expect(expected.body, one.kind).toContain(placeholderTransid);
    const received = /"ttl":"(\d+)s"/.exec(one.body)?.[1] ?? "";
    const expectedBody = filled(expected, one, (left) => {
      expectLeft(Number(received), Number(left), passed);
      return received;
    });
    expect(one.body, one.kind).toBe(expectedBody);
    expectHeaders(one, expected.headers, passed);
  }

  const [{ transid } = { transid: "" }] = arrivals;
  await page.goto(`${workspace.origin}/messages/${transid}`);
  expect(await copied(page, "Copy content hash")).toBe(hash);
  // The copied text of the page is the stored body, decoded.
  expect(await copied(page, "JSON")).toBe(body);
});

/**
 * What the connection and the encryption add of their own, and the id that APNs is given for each
 * push.
 */
const transport = new Set([
  "accept",
  "apns-id",
  "accept-encoding",
  "accept-language",
  "content-encoding",
  "content-type",
  "sec-fetch-mode",
  "user-agent",
]);

function expectHeaders(
  { kind, headers }: DeviceArrival,
  previewHeaders: Record<string, string>,
  passed: number,
): void {
  const { ttl, "apns-expiration": expiration, ...rest } = headers;
  const { ttl: shownTtl, "apns-expiration": shownExpiration, ...others } = previewHeaders;
  expect(rest, kind).toMatchObject(others);
  expect(
    Object.keys(rest).filter((name) => !(name in others) && !transport.has(name)),
    kind,
  ).toEqual([]);
  expect([ttl === undefined, expiration === undefined], kind).toEqual([
    shownTtl === undefined,
    shownExpiration === undefined,
  ]);
  if (ttl !== undefined) expectLeft(Number(ttl), Number(shownTtl), passed);
  // A moment: what is left counts from acceptance, which was after looking.
  if (expiration !== undefined) expectLeft(Number(shownExpiration), Number(expiration), passed);
}
