import { Apple, Compass, Flame, Globe, Smartphone, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { DeviceKind } from "@/lib/interface/device-kinds";

type Kind = DeviceKind | "web";

const names: Record<Kind, string> = {
  android: "Android",
  hms: "Huawei",
  ios: "iOS",
  chrome: "Chrome",
  firefox: "Firefox",
  safari: "Safari",
  web: "Web",
};
const icons: Record<Exclude<Kind, "android">, LucideIcon> = {
  hms: Smartphone,
  ios: Apple,
  chrome: Globe,
  firefox: Flame,
  safari: Compass,
  web: Globe,
};

/** The name people use for a kind of device or a platform. */
export function kindName(kind: Kind): string {
  return names[kind];
}

/** A kind of device or a platform as a small picture. Decoration unless `named`. */
export function KindIcon({
  kind,
  named = false,
  className,
}: {
  kind: Kind;
  named?: boolean;
  className?: string;
}) {
  const Icon = kind === "android" ? AndroidIcon : icons[kind];
  return (
    <span
      {...(named
        ? { role: "img", "aria-label": names[kind], title: names[kind] }
        : { "aria-hidden": true })}
      className="inline-flex"
    >
      <Icon aria-hidden className={cn("size-4 shrink-0", className)} strokeWidth={1.75} />
    </span>
  );
}

function AndroidIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M3 17.500a9 9 0 0 1 18 0zM6.200 5.500l2.300 4M17.800 5.500l-2.300 4" />
      <path d="M8.500 14h.01M15.500 14h.01" strokeWidth="2.250" />
    </svg>
  );
}
