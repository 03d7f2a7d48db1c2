import { Fact } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SegmentCount } from "@/lib/directory/segment/count";

/** The exact numbers of a rule. */
export function CountFacts({ count }: { count: SegmentCount }) {
  const { users, devices, at } = count;
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm tabular-nums">
        <Fact name="Users">
          <span className="text-lg font-semibold">{users.toLocaleString("en")}</span>
        </Fact>
        <Fact name="Devices in use">
          <span className="text-lg font-semibold">{devices.toLocaleString("en")}</span>
        </Fact>
      </dl>
      <p className="text-xs text-ink-faint">
        Counted exactly, <RelativeTime at={at} />
      </p>
    </div>
  );
}
