import type { ReactNode } from "react";
import { platformName } from "@/components/editor/panel/platform-names";
import { CopyButton } from "@/components/ui/copy-button";
import type { AppDetail } from "@/lib/directory/app/read";
import { renderings } from "./renderings";

/** How programs and devices name an app: shown to every member and never changed. */
export function AppNames({ app }: { app: Pick<AppDetail, "appid" | "clientKey"> }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      <Fact name="App ID" note="Requests, templates and devices name the app by it, so it can’t be changed.">
        <Code value={app.appid} what="app ID" />
      </Fact>
      <Fact name="Client key" note="Part of your app and pages, which register devices and report deliveries with it. It is no secret.">
        <Code value={app.clientKey} what="client key" />
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
    ["Android rendering", renderings.find(({ value }) => value === app.androidRendering)?.label ?? null],
    ["Signed registration", app.signedRegistration ? "On" : "Off"],
    ["Shared devices", app.sharedDevices ? "On" : "Off"],
    ["Pushes", app.pushEnabled ? "On" : "Off"],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      {plain.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value === null ? <span className="text-ink-faint">None</span> : <span className="foreign min-w-0 break-words">{value}</span>}
        </Fact>
      ))}
    </dl>
  );
}

/** One thing that is known: its name, and below what it is. */
export function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd>
        <span className="flex min-h-6 min-w-0 items-center gap-1.5">{children}</span>
        {note !== undefined && <span className="block text-xs text-ink-faint">{note}</span>}
      </dd>
    </div>
  );
}

/** What is written exactly so, with a button that copies it. */
export function Code({ value, what }: { value: string; what: string }) {
  return (
    <>
      <span className="code foreign min-w-0 truncate" title={value}>
        {value}
      </span>
      <CopyButton text={value} what={what} />
    </>
  );
}
