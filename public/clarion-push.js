// Clarion's browser client: subscribes this browser to an app's pushes and registers it. An ES module without dependencies; see docs/browser.md.

/** The browser cannot, or the person would not. `reason`: unsupported, denied, worker (cannot be started), service (no push service), token (the page has none), unreachable, refused (by Clarion). */
export class ClarionPushError extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Asks for permission (call it from a click), subscribes, and registers the browser as a device. Waits for the person's answer without a bound, and for all else for
 * 30 seconds.
 *
 * @param {{ origin: string, appid: string, clientKey: string, publicKey: string, userid?: string, token?: string | (() => string | Promise<string>),
 *   deviceid?: string, worker?: string, registration?: ServiceWorkerRegistration }} options
 *   `origin`: where Clarion runs; `publicKey`: the app's VAPID public key; `token`: the user's token, or how to get one, for an app with signed
 *   registration; `worker`: where clarion-sw.js is served, on this page's own origin; its scope is the
 *   folder `clarion-push/` beside it, which leaves the site's own worker alone; `registration`: the site's own worker, where that imports clarion-sw.js
 * @returns {Promise<{ pushid: string, deviceid: string }>}
 */
export async function subscribe(options) {
  if (!globalThis.isSecureContext)
    throw new ClarionPushError("unsupported", "Web Push needs a page over https.");
  if (
    !("serviceWorker" in navigator) ||
    !("PushManager" in globalThis) ||
    !("Notification" in globalThis)
  )
    throw new ClarionPushError("unsupported", "This browser does not do Web Push.");
  const permission = await Notification.requestPermission();
  if (permission === "default")
    throw new ClarionPushError(
      "denied",
      "The question about notifications was closed without an answer.",
    );
  if (permission !== "granted")
    throw new ClarionPushError(
      "denied",
      "Notifications are blocked for this site. Allow them in the browser's settings for this page, then try again.",
    );
  const deviceid = options.deviceid ?? keptDeviceId();
  const registration = await within(
    options.registration ?? ownRegistration(options),
    "worker",
    "The service worker did not start.",
  );
  await within(activated(registration), "worker", "The service worker did not start.");
  const subscription = await within(
    subscribeWith(registration, decode(options.publicKey), options.registration === undefined),
    "service",
    "The browser's push service did not answer.",
  );
  const answer = await call("PUT", options, {
    appid: options.appid,
    deviceid,
    kind: kindOfBrowser(navigator.userAgent),
    subscription: { endpoint: subscription.endpoint, keys: subscription.toJSON().keys },
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(options.userid ? { userid: options.userid } : {}),
  });
  if (!answer.ok) {
    const { error = "" } = await answer.json().catch(() => ({}));
    throw new ClarionPushError(
      "refused",
      `Clarion did not register this browser (${answer.status}). ${error}`.trim(),
    );
  }
  return answer.json().catch((error) => {
    throw new ClarionPushError(
      "unreachable",
      `Clarion's answer could not be read (${error.name}).`,
    );
  });
}

/**
 * Ends the subscription and takes the device out of use, also where the browser does not end its part.
 *
 * @param {{ origin: string, appid: string, clientKey: string, token?: string | (() => string | Promise<string>), deviceid?: string,
 *   worker?: string, registration?: ServiceWorkerRegistration }} options as for {@link subscribe}
 */
export async function unsubscribe(options) {
  try {
    const own = options.registration
      ? []
      : await within(
          ownRegistrations(options),
          "worker",
          "The browser did not list its service workers.",
        );
    for (const registration of options.registration ? [options.registration] : own)
      await within(
        endSubscription(registration),
        "service",
        "The browser's push service did not answer.",
      );
    for (const registration of own)
      await within(registration.unregister(), "worker", "The service worker was not removed.");
  } finally {
    await call("DELETE", options, {
      appid: options.appid,
      deviceid: options.deviceid ?? keptDeviceId(),
    });
  }
}

async function endSubscription({ pushManager }) {
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** What a site's own worker that imports clarion-sw.js needs behind its address: `register("/sw.js?" + workerSettings(options))`. */
export function workerSettings(options) {
  const { origin, appid, clientKey: key, deviceid = keptDeviceId() } = options;
  return String(new URLSearchParams({ origin, appid, key, deviceid }));
}

/** Milliseconds in which a worker starts, a push service answers, the page has a token, and Clarion answers. */
const patience = 30_000;

async function within(promise, reason, message) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new ClarionPushError(reason, message)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Registers the worker in a scope of its own: a scope that a site's worker has would be taken from it. */
async function ownRegistration(options) {
  const worker = new URL(options.worker ?? "/clarion-sw.js", document.baseURI);
  const scope = new URL("clarion-push/", worker).href;
  // One of the whole site was registered by an older copy of this file.
  for (const registration of await ownRegistrations(options))
    if (registration.scope !== scope) await registration.unregister();
  try {
    return await navigator.serviceWorker.register(
      `${worker.origin}${worker.pathname}?${workerSettings(options)}`,
      { scope },
    );
  } catch (error) {
    throw new ClarionPushError(
      "worker",
      `The service worker ${worker.pathname} cannot be registered: ${error.message}`,
    );
  }
}

/** The registrations of this app whose script is clarion-sw.js, or whose scope is ours; those of the site are none of them. */
async function ownRegistrations({ appid }) {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  return registrations.filter(({ active, waiting, installing, scope }) => {
    const url = new URL((active ?? waiting ?? installing)?.scriptURL ?? "", document.baseURI);
    const isOurs =
      url.pathname.endsWith("/clarion-sw.js") || new URL(scope).pathname.endsWith("/clarion-push/");
    return isOurs && url.searchParams.get("appid") === appid;
  });
}

/** Resolves when a worker of the registration is active; `serviceWorker.ready` waits for one whose scope has this page. */
function activated({ active, waiting, installing }) {
  const worker = active ?? waiting ?? installing;
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (worker?.state === "activated") resolve();
      else if (!worker || worker.state === "redundant")
        reject(
          new ClarionPushError(
            "worker",
            "The service worker could not be installed. The browser's console has the reason.",
          ),
        );
    };
    worker?.addEventListener("statechange", settle);
    settle();
  });
}

async function call(method, options, body) {
  const headers = await headersOf(options);
  try {
    return await fetch(`${options.origin}/resources/v1/devices`, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    throw new ClarionPushError("unreachable", `Clarion could not be reached (${error.name}).`);
  }
}

async function headersOf({ clientKey, token }) {
  const value =
    typeof token === "function"
      ? await within(tokenOf(token), "token", "The page's token() did not answer.")
      : token;
  return {
    key: clientKey,
    "content-type": "application/json",
    ...(value ? { authorization: `Bearer ${value}` } : {}),
  };
}

async function tokenOf(token) {
  try {
    return await token();
  } catch (error) {
    throw new ClarionPushError(
      "token",
      `The page's token() failed: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function subscribeWith(registration, applicationServerKey, isOwn) {
  // A subscription made with another key would take nothing from this app.
  const old = await registration.pushManager.getSubscription();
  if (
    old &&
    !sameBytes(new Uint8Array(old.options.applicationServerKey ?? []), applicationServerKey)
  ) {
    if (!isOwn)
      throw new ClarionPushError(
        "worker",
        "The site's worker has a subscription with another key. Leave out registration, for a worker of its own.",
      );
    await old.unsubscribe();
  }
  try {
    return await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  } catch (error) {
    throw new ClarionPushError(
      "service",
      `The browser's push service could not be reached (${error.name}).`,
    );
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
