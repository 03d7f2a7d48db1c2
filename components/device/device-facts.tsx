import { SameServiceLink } from "@/components/shell/same-service";
import { Badge } from "@/components/ui/badge";
import { ExactValue, Fact, NoValue } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim, verbatim } from "@/components/ui/verbatim";
import { languageName } from "@/lib/compose/language-name";
import type { OpenDevice } from "@/lib/directory/device/open";
import { paths } from "@/lib/inputs/paths";
import { deviceStateLooks } from "./device-state";

/** Shows the stored facts of a device. */
export function DeviceFacts({ device }: { device: OpenDevice }) {
  const { state, stateReason, stateAt, suppressed } = device;
  return (
    <>
      <p className="mb-4 text-lg font-medium tracking-tight text-pretty">
        {suppressed.includes("")
          ? "Its token is on the suppression list: nothing is sent to it."
          : deviceStateLooks[state].meaning}
      </p>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Users">
          {device.userids.length === 0 ? (
            <NoValue>No user</NoValue>
          ) : (
            <ul className="min-w-0">
              {device.userids.map((userid) => (
                <li key={userid} className="flex min-w-0 items-center gap-1.5">
                  <SameServiceLink
                    href={paths.registeredDevices({ q: userid })}
                    {...verbatim}
                    className="foreign truncate underline underline-offset-2"
                  >
                    {userid}
                  </SameServiceLink>
                  {suppressed.includes(userid) && <Badge tone="amber">Suppressed</Badge>}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="App">
          <Verbatim className="truncate">{device.appName}</Verbatim>
          <Code className="truncate text-xs text-ink-faint">{device.appid}</Code>
        </Fact>
        <Fact name="Device ID">
          {device.deviceid === "" ? (
            <NoValue>None</NoValue>
          ) : (
            <ExactValue value={device.deviceid} what="device ID" />
          )}
        </Fact>
        <Fact name="Token">
          <Code>{device.fingerprint}</Code>
          <span className="text-xs text-ink-faint">start of its SHA-256</span>
        </Fact>
        <Fact name="Language">
          {device.language === null ? (
            <NoValue>Unknown</NoValue>
          ) : (
            `${languageName(device.language)} (${device.language})`
          )}
        </Fact>
        <Fact name="Time zone">{device.timezone ?? <NoValue>Unknown</NoValue>}</Fact>
        <Fact name="Last seen">
          <RelativeTime at={device.lastSeenAt} />
        </Fact>
        <Fact name="Registered">
          <RelativeTime at={device.createdAt} />
        </Fact>
        {state !== "active" && (
          <Fact name={`${deviceStateLooks[state].word} since`}>
            {stateAt === null ? <NoValue>Not recorded</NoValue> : <RelativeTime at={stateAt} />}
            {stateReason !== null && stateReason !== "" && (
              <Verbatim className="min-w-0 text-ink-muted">{stateReason}</Verbatim>
            )}
          </Fact>
        )}
      </dl>
    </>
  );
}
