"use client";

import { LayoutGrid, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useState } from "react";
import { KindIcon } from "@/components/message/kind-icon";
import { DevicePreview } from "@/components/preview/device-preview";
import { faceName, surfacesOf, type Scheme, type Surface } from "@/components/preview/face";
import { tapSentence } from "@/components/preview/text-equivalent";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { deviceKinds, platformOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { useExamined } from "./examined";
import { platformName } from "./platform-names";
import { bytesText } from "./sizes";

/** The message on one device, or on all of them: drawn from what the providers would be sent. */
export function PreviewPanel({ kind, onKindChange }: { kind: DeviceKind; onKindChange: (kind: DeviceKind) => void }) {
  const { drawn } = useExamined();
  const { resolvedTheme } = useTheme();
  const [chosenScheme, setScheme] = useState<Scheme>();
  const [wall, setWall] = useState(false);
  const scheme = chosenScheme ?? (resolvedTheme === "dark" ? "dark" : "light");
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="Device"
          value={wall ? "wall" : kind}
          onValueChange={(value) => {
            setWall(value === "wall");
            if (value !== "wall") onKindChange(value as DeviceKind);
          }}
          options={[
            ...deviceKinds.map((option) => ({
              value: option,
              label: faceName(option),
              icon: <KindIcon kind={option} className={drawn[option] ? "" : "opacity-40"} />,
              iconOnly: true,
            })),
            { value: "wall", label: "All devices", icon: <LayoutGrid aria-hidden />, iconOnly: true },
          ]}
        />
        <IconButton
          icon={scheme === "dark" ? Sun : Moon}
          label={scheme === "dark" ? "Show the devices in light" : "Show the devices in dark"}
          size="sm"
          onClick={() => setScheme(scheme === "dark" ? "light" : "dark")}
        />
      </div>
      {wall ? <Wall scheme={scheme} /> : <OneDevice kind={kind} scheme={scheme} />}
    </div>
  );
}

/** Every surface of every device at once. */
function Wall({ scheme }: { scheme: Scheme }) {
  const { drawn } = useExamined();
  const kinds = deviceKinds.filter((kind) => drawn[kind]);
  if (kinds.length === 0)
    return (
      <EmptyState picture={<Monitor />} title="Nothing to show yet" className="mt-4 rounded-lg border border-dashed border-line-strong">
        Write a text, and it appears here on every device it goes to.
      </EmptyState>
    );
  return (
    <ul aria-label="All devices" className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6">
      {kinds.flatMap((kind) => {
        const appearance = drawn[kind]?.appearance;
        if (!appearance) return [];
        return surfacesOf(kind).map(({ value, label }) => (
          <li key={`${kind} ${value}`} className="min-w-0">
            <p className="mb-1.5 truncate text-xs text-ink-muted">
              <span className="font-medium">{faceName(kind)}</span>
              {surfacesOf(kind).length > 1 && `, ${label.toLowerCase()}`}
            </p>
            <DevicePreview appearance={appearance} surface={value} scheme={scheme} />
          </li>
        ));
      })}
    </ul>
  );
}

function OneDevice({ kind, scheme }: { kind: DeviceKind; scheme: Scheme }) {
  const { drawn, request } = useExamined();
  const [surface, setSurface] = useState<Surface>("collapsed");
  const surfaces = surfacesOf(kind);
  const seen = surfaces.find(({ value }) => value === surface)?.value ?? surfaces[0]?.value ?? "collapsed";
  const shown = drawn[kind];
  const platform = platformOf(kind);
  const name = platformName(platform);
  return (
    <>
      <div className="mt-3 flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{faceName(kind)}</h3>
        {surfaces.length > 1 && (
          <SegmentedControl
            label="Where it is seen"
            size="sm"
            value={seen}
            onValueChange={(value) => setSurface(value as Surface)}
            options={surfaces}
          />
        )}
      </div>
      <div className="mx-auto mt-4 max-w-[23.5rem]">
        {shown ? (
          <>
            <DevicePreview appearance={shown.appearance} surface={seen} scheme={scheme} />
            <p className="foreign mt-1 text-center text-xs text-ink-faint">
              {tapSentence(shown.appearance.tap)} · {bytesText(shown.request.bytes)}
            </p>
            {shown.request.ignored.length > 0 && (
              <ul aria-label={`Left out for ${faceName(kind)}`} className="mt-2 space-y-0.5 text-center text-xs text-ink-faint">
                {shown.request.ignored.map(({ field, reason }) => (
                  <li key={field}>
                    <code className="code">{field}</code>: {reason}
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <EmptyState
            picture={<Monitor />}
            title={`Nothing for ${faceName(kind)}`}
            className="rounded-lg border border-dashed border-line-strong"
          >
            {request.channels?.push?.[platform] === undefined
              ? `${name} is switched off, so this device gets nothing.`
              : platform === "web" && !request.channels.push.web?.platform_types?.includes(kind)
                ? "This browser is not among those chosen under Web."
                : `Write a text for ${name}, and it appears here.`}
          </EmptyState>
        )}
      </div>
    </>
  );
}
