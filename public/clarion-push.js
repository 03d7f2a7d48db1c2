// Clarion's browser client: subscribes this browser to an app's pushes and registers it. An ES module without dependencies; see docs/browser.md.

/** The browser cannot, or the person would not. `reason`: unsupported, denied, service (no push service), refused (by Clarion). */
export class ClarionPushError extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Asks for permission (call it from a click), subscribes, and registers the browser as a device.
 *
 * @param {{ origin: string, appid: string, clientKey: string, publicKey: string, userid?: string, token?: string | (() => string | Promise<string>),
 *   deviceid?: string, worker?: string }} options
 *   `origin`: where Clarion runs; `publicKey`: the app's VAPID public key; `token`: the user's token, or how to get one, for an app with signed
 *   registration; `worker`: where clarion-sw.js is served, on this page's own origin
 * @returns {Promise<{ pushid: string, deviceid: string }>}
 */
export async function subscribe(options) {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis))
    throw new ClarionPushError("unsupported", "This browser does not do Web Push.");
  if ((await Notification.requestPermission()) !== "granted")
    throw new ClarionPushError(
      "denied",
      "Notifications are blocked for this site. Allow them in the browser's settings for this page, then try again.",
    );
  const deviceid = options.deviceid ?? keptDeviceId();
  const settings = new URLSearchParams({ origin: options.origin, appid: options.appid, key: options.clientKey, deviceid });
  await navigator.serviceWorker.register(`${options.worker ?? "/clarion-sw.js"}?${settings}`);
  const registration = await navigator.serviceWorker.ready;
  const subscription = await subscribeWith(registration, decode(options.publicKey));
  const answer = await fetch(`${options.origin}/resources/v1/devices`, {
    method: "PUT",
    headers: await headersOf(options),
    body: JSON.stringify({
      appid: options.appid,
      deviceid,
      kind: kindOfBrowser(navigator.userAgent),
      subscription: { endpoint: subscription.endpoint, keys: subscription.toJSON().keys },
      language: navigator.language,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(options.userid ? { userid: options.userid } : {}),
    }),
  });
  if (!answer.ok) {
    const { error = "" } = await answer.json().catch(() => ({}));
    throw new ClarionPushError("refused", `Clarion did not register this browser (${answer.status}). ${error}`.trim());
  }
  return answer.json();
}

/**
 * Ends the subscription and takes the device out of use.
 *
 * @param {{ origin: string, appid: string, clientKey: string, token?: string | (() => string | Promise<string>), deviceid?: string }} options
 *   as for {@link subscribe}
 */
export async function unsubscribe(options) {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await fetch(`${options.origin}/resources/v1/devices`, {
    method: "DELETE",
    headers: await headersOf(options),
    body: JSON.stringify({ appid: options.appid, deviceid: options.deviceid ?? keptDeviceId() }),
  });
}

async function headersOf({ clientKey, token }) {
  const value = typeof token === "function" ? await token() : token;
  return { key: clientKey, "content-type": "application/json", ...(value ? { authorization: `Bearer ${value}` } : {}) };
}

async function subscribeWith(registration, applicationServerKey) {
  // A subscription made with another key would take nothing from this app.
  const old = await registration.pushManager.getSubscription();
  if (old && !sameBytes(new Uint8Array(old.options.applicationServerKey ?? []), applicationServerKey)) await old.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (error) {
    throw new ClarionPushError("service", `The browser's push service could not be reached (${error.name}).`);
  }
}

/** chrome, firefox or safari: what Clarion calls the kind of a browser. Those built on Chromium are chrome. */
export function kindOfBrowser(userAgent) {
  if (/firefox\//i.test(userAgent)) return "firefox";
  return /safari\//i.test(userAgent) && !/chrom(e|ium)\//i.test(userAgent) ? "safari" : "chrome";
}

function keptDeviceId() {
  const name = "clarion.deviceid";
  const kept = localStorage.getItem(name);
  if (kept) return kept;
  const made = `browser-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  localStorage.setItem(name, made);
  return made;
}

function decode(base64url) {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
