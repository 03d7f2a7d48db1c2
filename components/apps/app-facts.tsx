import { platformName } from "@/components/facts/platform-names";
import { ExactValue, Fact, NoValue } from "@/components/ui/fact";
import { Verbatim } from "@/components/ui/verbatim";
import type { AppDetail } from "@/lib/directory/app/read";
import { renderings } from "./renderings";

/** How programs and devices name an app: shown to every member and never changed. */
export function AppNames({ app }: { app: Pick<AppDetail, "appid" | "clientKey"> }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      <Fact
        name="App ID"
        note="Requests, templates and devices name the app by it, so it can’t be changed."
      >
        <ExactValue value={app.appid} what="app ID" />
      </Fact>
      <Fact
        name="Client key"
        note="Part of your app and pages, which register devices and report deliveries with it. It is no secret."
      >
        <ExactValue value={app.clientKey} what="client key" />
      </Fact>
    </dl>
  );
}

/** An app's settings, for members who may not change them. */
export function AppFacts({ app }: { app: AppDetail }) {
  const plain: [string, string | null][] = [
    ["Name", app.name],
    ["Icon URL", app.iconUrl],
    ["Site URL", app.siteUrl],
    ["Default channel", app.defaultChannelId],
    ["Deep-link scheme", app.deepLinkScheme],
    ["Platforms", app.platforms.map(platformName).join(", ")],
    [
      "Android rendering",
      renderings.find(({ value }) => value === app.androidRendering)?.label ?? null,
    ],
    ["Signed registration", app.signedRegistration ? "On" : "Off"],
    ["Shared devices", app.sharedDevices ? "On" : "Off"],
    ["Pushes", app.pushEnabled ? "On" : "Off"],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      {plain.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value === null ? (
            <NoValue>None</NoValue>
          ) : (
            <Verbatim className="min-w-0 break-words">{value}</Verbatim>
          )}
        </Fact>
      ))}
    </dl>
  );
}
