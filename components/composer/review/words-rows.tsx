import { kindName } from "@/components/facts/kind-icon";
import type { DeviceRendering } from "@/lib/compose/examine";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import type { Appearance } from "@/lib/payload/appearance";

type DeviceRenderings = Partial<Record<DeviceKind, DeviceRendering>>;

/**
 * What the message says, by the devices that show it, a row a part: what all show alike once.
 * Picture and buttons where there are any.
 */
export function wordsRows(devices: DeviceRenderings): [string, React.ReactNode][] {
  const image = wordsOf(devices, ({ imageUrl }) => imageUrl);
  const buttons = wordsOf(devices, (one) => one.buttons.map(({ label }) => label).join(" · "));
  return [
    ["Title", wordsOf(devices, ({ title }) => title) ?? none],
    ["Text", wordsOf(devices, ({ text }) => text) ?? none],
    ...(image ? [["Image", image] satisfies [string, React.ReactNode]] : []),
    ...(buttons ? [["Buttons", buttons] satisfies [string, React.ReactNode]] : []),
  ];
}

const none = <span className="text-ink-faint">none</span>;

function wordsOf(
  devices: DeviceRenderings,
  part: (of: Appearance) => string | undefined,
): React.ReactNode {
  const kinds = deviceKinds.filter((kind) => devices[kind]);
  const said = new Map<string, DeviceKind[]>();
  for (const kind of kinds) {
    const words = devices[kind] && part(devices[kind].appearance);
    if (words !== undefined && words !== "") said.set(words, [...(said.get(words) ?? []), kind]);
  }
  if (said.size === 0) return undefined;
  const same = said.size === 1 && [...said.values()][0]?.length === kinds.length;
  return [...said].map(([words, on]) => (
    <span key={words} dir="auto" className="line-clamp-4 break-words whitespace-pre-line">
      {words}
      {!same && (
        <span className="text-xs text-ink-faint">
          {" "}
          {new Intl.ListFormat("en").format(on.map(kindName))}
        </span>
      )}
    </span>
  ));
}
