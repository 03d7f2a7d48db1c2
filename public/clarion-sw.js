// Clarion's service worker: shows a push as the message says, opens what it names, and tells Clarion what became of it. See docs/browser.md.
// Its settings come with its address: origin (where Clarion runs), appid, key (the app's client key), deviceid.

const settings = new URL(self.location.href).searchParams;
const origin = settings.get("origin") ?? self.location.origin;

/** False where a site's own worker imports this script: its pages, pushes and updates are its own. A copy by another name has the scope that clarion-push.js gives it. */
const isAlone =
  self.location.pathname.endsWith("/clarion-sw.js") ||
  new URL(self.registration.scope).pathname.endsWith("/clarion-push/");

if (isAlone) self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const shown = read(event.data);
  const { title, body, icon, tag, data, actions, navigate } = shown;
  if (!isAlone && !data.transid) return;
  event.waitUntil(
    // The notification first: browsers take the permission away from a site whose pushes show nothing.
    self.registration
      .showNotification(title, {
        body,
        ...(icon ? { icon } : {}),
        // The same tag takes the place of what is shown; it is new all the same.
        ...(tag ? { tag, renotify: true } : {}),
        data: { ...data, navigate, actions },
        actions: actions
          .slice(0, self.Notification?.maxActions ?? 2)
          .map(({ action, title: label }) => ({ action, title: label })),
      })
      .then(() => tell(data.transid, { event: "delivered" })),
  );
});

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const data = notification.data ?? {};
  if (!isAlone && !data.transid) return;
  notification.close();
  const pressed = (data.actions ?? []).find((one) => one.action === action);
  const target = pressed?.navigate ?? data.navigate;
  event.waitUntil(
    Promise.all([
      tell(data.transid, { event: "read", ...(action ? { button: action } : {}) }),
      target ? open(target) : undefined,
    ]),
  );
});

self.addEventListener("notificationclose", (event) => {
  event.waitUntil(tell(event.notification.data?.transid, { event: "dismissed" }));
});

// The push service has changed the subscription: the same device, another address.
self.addEventListener("pushsubscriptionchange", (event) => {
  if (!settings.has("appid")) return;
  event.waitUntil(
    (async () => {
      const subscription =
        event.newSubscription ??
        (await self.registration.pushManager.subscribe(event.oldSubscription.options));
      const kind = /firefox\//i.test(navigator.userAgent)
        ? "firefox"
        : /chrom(e|ium)\//i.test(navigator.userAgent)
          ? "chrome"
          : "safari";
      await call("PUT", "/resources/v1/devices", {
        appid: settings.get("appid"),
        deviceid: settings.get("deviceid"),
        kind,
        subscription: { endpoint: subscription.endpoint, keys: subscription.toJSON().keys },
      });
    })(),
  );
});

/** The document of a push (declarative web push); something is shown of anything. */
function read(data) {
  let document = {};
  try {
    document = data?.json() ?? {};
  } catch {
    document = { notification: { body: data?.text() ?? "" } };
  }
  const notification =
    typeof document.notification === "object" && document.notification !== null
      ? document.notification
      : {};
  return {
    title: String(notification.title ?? self.location.hostname),
    body: String(notification.body ?? ""),
    icon: notification.icon,
    tag: notification.tag,
    navigate: notification.navigate,
    data:
      typeof notification.data === "object" && notification.data !== null ? notification.data : {},
    actions: Array.isArray(notification.actions) ? notification.actions : [],
  };
}

async function open(target) {
  const url = new URL(target, self.location.href);
  if (url.protocol !== "https:" && url.protocol !== "http:") return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === url.href);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}

/** A receipt; one that cannot be sent is lost, as the interface allows. */
async function tell(transid, what) {
  if (transid)
    await call("POST", "/resources/v1/receipts", {
      transid,
      deviceid: settings.get("deviceid"),
      ...what,
      at: new Date().toISOString(),
    });
}

async function call(method, path, body) {
  try {
    await fetch(origin + path, {
      method,
      headers: { key: settings.get("key") ?? "", "content-type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
  } catch {
    // Offline: there is nobody to tell.
  }
}
