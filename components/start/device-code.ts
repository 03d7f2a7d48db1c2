/** Where the code of an app runs. */
export const systems = ["android", "ios", "web"] as const;
export type System = (typeof systems)[number];

/** Names as people write them. */
export const systemNames: Record<System, string> = { android: "Android", ios: "iOS", web: "Web" };

/** What the code of an app needs to know. */
export interface CodeFacts {
  /** Public address of the console, without a slash at its end. */
  origin: string;
  appid: string;
  clientKey: string;
  /** The VAPID key that browsers subscribe with; null without a Web Push credential. */
  publicKey: string | null;
}

/**
 * Code that registers a device (contract 8). What it says of Clarion is filled in; the rest is the
 * app's.
 */
export function registrationCode(
  system: System,
  { origin, appid, clientKey, publicKey }: CodeFacts,
): string {
  const [url, app, key] = [`${origin}/resources/v1/devices`, appid, clientKey].map((text) =>
    JSON.stringify(text),
  ) as [string, string, string];
  switch (system) {
    case "android":
      return [
        `// In your FirebaseMessagingService; OkHttp sends it.`,
        `override fun onNewToken(token: String) {`,
        `  val device = JSONObject()`,
        `    .put("appid", ${app.replaceAll("$", "\\$")})`,
        `    .put("kind", "android")`,
        `    .put("deviceid", installationId) // yours, the same for as long as the app is installed`,
        `    .put("userid", currentUserId)`,
        `    .put("pushid", token)`,
        `    .put("language", Locale.getDefault().toLanguageTag())`,
        `  val request = Request.Builder()`,
        `    .url(${url.replaceAll("$", "\\$")})`,
        `    .header("key", ${key})`,
        `    .put(device.toString().toRequestBody("application/json".toMediaType()))`,
        `    .build()`,
        `  OkHttpClient().newCall(request).enqueue(callback)`,
        `}`,
      ].join("\n");
    case "ios":
      return [
        `// In your UIApplicationDelegate.`,
        `func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {`,
        `  var request = URLRequest(url: URL(string: ${url})!)`,
        `  request.httpMethod = "PUT"`,
        `  request.setValue(${key}, forHTTPHeaderField: "key")`,
        `  request.setValue("application/json", forHTTPHeaderField: "content-type")`,
        `  request.httpBody = try? JSONSerialization.data(withJSONObject: [`,
        `    "appid": ${app},`,
        `    "kind": "ios",`,
        `    "deviceid": UIDevice.current.identifierForVendor?.uuidString ?? "",`,
        `    "userid": currentUserId,`,
        `    "pushid": token.map { String(format: "%02x", $0) }.joined(),`,
        `    "language": Locale.preferredLanguages.first ?? "",`,
        `  ])`,
        `  URLSession.shared.dataTask(with: request).resume()`,
        `}`,
      ].join("\n");
    case "web":
      return [
        `<!-- Copy ${origin}/clarion-push.js and ${origin}/clarion-sw.js to your own site first. -->`,
        `<script type="module">`,
        `  import { subscribe } from "/clarion-push.js";`,
        `  document.querySelector("#notify").addEventListener("click", () =>`,
        `    subscribe({`,
        `      origin: ${JSON.stringify(origin)},`,
        `      appid: ${scriptText(appid)},`,
        `      clientKey: ${key},`,
        `      publicKey: ${publicKey === null ? `"…", // add a Web Push credential first` : `${JSON.stringify(publicKey)},`}`,
        `      userid: currentUserId,`,
        `    }),`,
        `  );`,
        `</script>`,
      ].join("\n");
  }
}

/**
 * Code that reports that a notification arrived and was opened (contract 8). Browsers do so by
 * themselves.
 */
export function receiptCode(system: System, { origin, clientKey }: CodeFacts): string {
  const [url, key] = [JSON.stringify(`${origin}/resources/v1/receipts`), JSON.stringify(clientKey)];
  switch (system) {
    case "android":
      return [
        `// Called with "delivered" from onMessageReceived, and with "read" when it is opened.`,
        `fun tell(event: String, data: Map<String, String>) {`,
        `  val receipt = JSONObject().put("transid", data["transid"]).put("deviceid", installationId).put("event", event)`,
        `  val request = Request.Builder()`,
        `    .url(${url.replaceAll("$", "\\$")})`,
        `    .header("key", ${key})`,
        `    .post(receipt.toString().toRequestBody("application/json".toMediaType()))`,
        `    .build()`,
        `  OkHttpClient().newCall(request).enqueue(callback)`,
        `}`,
      ].join("\n");
    case "ios":
      return [
        `// Called with "delivered" from your notification service extension, and with "read" from didReceive response.`,
        `func tell(_ event: String, _ userInfo: [AnyHashable: Any]) {`,
        `  var request = URLRequest(url: URL(string: ${url})!)`,
        `  request.httpMethod = "POST"`,
        `  request.setValue(${key}, forHTTPHeaderField: "key")`,
        `  request.setValue("application/json", forHTTPHeaderField: "content-type")`,
        `  request.httpBody = try? JSONSerialization.data(withJSONObject: [`,
        `    "transid": userInfo["transid"] ?? "",`,
        `    "deviceid": deviceId, // as it was registered`,
        `    "event": event,`,
        `  ])`,
        `  URLSession.shared.dataTask(with: request).resume()`,
        `}`,
      ].join("\n");
    case "web":
      return `// Nothing to do: clarion-sw.js tells that a notification was delivered, read or dismissed.`;
  }
}

/** A text inside of a script of a page: nothing in it can end the script. */
function scriptText(text: string): string {
  return JSON.stringify(text).replaceAll("<", String.raw`\u003c`);
}
