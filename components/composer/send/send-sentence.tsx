import type { ReactNode } from "react";
import { platforms, platformOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { textIn } from "@/lib/compose/held";
import { nameOf } from "@/lib/compose/name-of";
import { platformName } from "../panel/platform-names";
import type { Reached } from "@/lib/compose/examine-reach";
import type { ComposerApp } from "@/lib/compose/composition";
import type { PushRequestInput } from "@/lib/interface/request";
import type { SendPlan } from "@/lib/campaign/read-plan";

interface Sent extends Pick<Reached, "drawn" | "recipients" | "users"> {
  /** The template's, which says more than its identifier. */
  templateName?: string | undefined;
  request: PushRequestInput;
  app: ComposerApp | undefined;
}

/** What will happen, in a sentence: "Sends “Order shipped” to 12,480 people …". Counts are those of the plan once it is there. */
export function sendSentence(
  { request, app, drawn, recipients, users, templateName }: Sent,
  plan: SendPlan | undefined,
  when = "starting now",
): ReactNode {
  const named = nameOf(request);
  const title = named === textIn(request.message?.template) ? (templateName ?? named) : named;
  const count = plan?.recipients ?? recipients;
  const apps = plan?.appids.length ?? 1;
  const on = platformsOf(drawn);
  const expiry = textIn(request.expiry);
  return (
    <>
      Send {title === "Untitled" ? "it" : <Strong foreign>“{title}”</Strong>} to <Strong>{peopleText(count, users)}</Strong>
      {plan?.audience != null && (
        <>
          {" "}
          of the list <Strong foreign>“{plan.audience}”</Strong>
        </>
      )}{" "}
      {apps > 1 ? (
        <>
          on <Strong>{apps} apps</Strong>
        </>
      ) : (
        <>of {app?.name ?? request.appid}</>
      )}
      {on.length > 0 && `, on ${new Intl.ListFormat("en").format(on)}`}
      {plan && (
        <>
          , in <Strong>{requestsText(plan.requests)}</Strong>
        </>
      )}
      , {when}
      {expiry !== "" && `, until ${momentText(expiry)}`}.
    </>
  );
}

function Strong({ foreign, children }: { foreign?: boolean; children: ReactNode }) {
  return <strong className={`font-medium text-ink ${foreign ? "foreign" : ""}`}>{children}</strong>;
}

/** Users are people; identifiers of devices are not. */
function peopleText(count: number, users: boolean): string {
  const [one, many] = users ? ["person", "people"] : ["recipient", "recipients"];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** "1 request", "594 requests". */
export function requestsText(requests: number): string {
  return `${requests.toLocaleString("en")} ${requests === 1 ? "request" : "requests"}`;
}

function platformsOf(drawn: Reached["drawn"]): string[] {
  const reached = new Set((Object.keys(drawn) as DeviceKind[]).map(platformOf));
  return platforms.filter((platform) => reached.has(platform)).map(platformName);
}

function momentText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
