"use client";

import { Search } from "lucide-react";
import { TryAgain } from "@/components/editor/try-again";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Verbatim } from "@/components/ui/verbatim";
import type { TestDevice } from "@/lib/directory/audience/test-targets";
import type { useTestTargets } from "./use-test-targets";

interface TestDevicesProps {
  targets: ReturnType<typeof useTestTargets>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The app's devices, to tick. */
export function TestDevices({ targets, chosen, onChange }: TestDevicesProps) {
  const { text, search, state, devices, more, gone, reload } = targets;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {targets.limited === null ? "Devices" : "Simulated devices"}
      </legend>
      <div className="overflow-hidden rounded-lg border border-line-strong">
        <div className="relative border-b border-line">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-faint"
          />
          <Input
            type="search"
            aria-label="Find devices"
            placeholder="User, model or kind"
            className="rounded-none border-0 pl-9 shadow-none focus-visible:outline-offset-[-2px]"
            value={text}
            onChange={(event) => search(event.target.value)}
          />
        </div>
        <div aria-busy={state === "loading"} className="h-56 overflow-y-auto px-3 py-2">
          {devices === undefined ? (
            state === "failed" ? null : (
              <div className="space-y-3 py-1">
                <Skeleton className="w-3/5" />
                <Skeleton className="w-2/5" />
                <Skeleton className="w-1/2" />
              </div>
            )
          ) : devices.length === 0 ? (
            <p className="py-6 text-center text-sm text-ink-muted">
              {text.trim() !== ""
                ? "No device fits."
                : targets.limited === null
                  ? "No device has registered with this app yet."
                  : "This app has no simulated devices."}
            </p>
          ) : (
            <ul className="space-y-1.5">
              {devices.map((device) => (
                <li key={device.id}>
                  <Checkbox
                    checked={chosen.includes(device.id)}
                    onCheckedChange={(next) =>
                      onChange(
                        next ? [...chosen, device.id] : chosen.filter((id) => id !== device.id),
                      )
                    }
                    label={<DeviceName device={device} />}
                    hint={<Verbatim>{aboutText(device)}</Verbatim>}
                  />
                </li>
              ))}
            </ul>
          )}
          {more && (
            <p className="pt-2 text-xs text-ink-faint">There are more: look for them by name.</p>
          )}
        </div>
      </div>
      {state === "failed" && (
        <p role="alert" className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-red-fg">
          The devices could not be loaded.
          <TryAgain onClick={reload} />
        </p>
      )}
      {gone.length > 0 && (
        <p className="mt-1.5 text-xs text-ink-muted">
          {gone.length === 1
            ? "1 device that was chosen is"
            : `${gone.length} devices that were chosen are`}{" "}
          {targets.limited === null ? "registered no longer." : "not available for your tests."}
        </p>
      )}
    </fieldset>
  );
}

function DeviceName({ device: { kind, model, simulated } }: { device: TestDevice }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <KindIcon kind={kind} className="text-ink-faint" />
      <Verbatim className="truncate">{model ?? kindName(kind)}</Verbatim>
      {simulated && (
        <span className="shrink-0 rounded-sm bg-accent-soft px-1.5 text-xs text-accent-deep">
          Simulated
        </span>
      )}
    </span>
  );
}

function aboutText({ kind, model, os, userids }: TestDevice): string {
  const users =
    userids.length > 3
      ? `${userids.slice(0, 3).join(", ")} and ${userids.length - 3} more`
      : userids.join(", ");
  const name = kindName(kind);
  const more = model === null || model === name ? "" : name;
  return [users === "" ? "nobody’s" : users, more, os ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
}
