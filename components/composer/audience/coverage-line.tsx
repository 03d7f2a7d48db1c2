"use client";

import { MonitorSmartphone, TriangleAlert } from "lucide-react";
import { useStanding } from "@/components/editor/examined/examined";
import { TryAgain } from "@/components/editor/try-again";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { atServer } from "@/components/ui/browser/at-server";
import { cn } from "@/components/ui/cn";
import type { Coverage } from "@/lib/compose/coverage";
import { devicesText, estimateText, ownersText, roughly } from "@/lib/compose/coverage-text";
import { numberText } from "@/lib/compose/number-text";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { useCoverage } from "./use-coverage";

/**
 * Three lines from the start, since six kinds take two: what is below must not move away from under
 * a pointer when the count arrives.
 */
const room = "min-h-17";

/**
 * How many of those chosen have a device, and which, while one chooses: of a long list an estimate
 * first.
 */
export function CoverageLine() {
  const { users, recipients } = useStanding();
  const { owners, done, again } = useCoverage(recipients > 0);
  if (recipients === 0) return null;
  if (again)
    return (
      <p className={cn(room, "flex flex-wrap items-center gap-2 text-sm text-ink-faint")}>
        Their devices could not be counted.
        <TryAgain onClick={again} />
      </p>
    );
  if (!owners)
    return (
      <p className={cn(room, "text-sm text-ink-faint")}>
        {atServer ? null : "Counting their devices …"}
      </p>
    );
  const having = owners.recipients - owners.without - owners.retired - owners.suppressed;
  const nobody = done === 1 && having === 0;
  const Mark = nobody ? TriangleAlert : MonitorSmartphone;
  return (
    <div className={cn(room, "flex gap-2 text-sm")}>
      <Mark
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${nobody ? "text-amber-solid" : "text-ink-faint"}`}
      />
      <div className="min-w-0">
        <p aria-live="polite" aria-busy={done < 1}>
          {done < 1
            ? `${estimateText(owners, recipients, users)} Counting …`
            : ownersText(owners, users)}
        </p>
        <KindCounts owners={owners} scale={done < 1 ? recipients / owners.recipients : 1} />
      </div>
    </div>
  );
}

function KindCounts({ owners, scale }: { owners: Coverage; scale: number }) {
  const counts = deviceKinds.flatMap((kind) => {
    const devices = owners.kinds.reduce(
      (sum, one) => sum + (one.kind === kind ? one.devices : 0),
      0,
    );
    return devices === 0
      ? []
      : [{ kind, devices: scale === 1 ? devices : roughly(devices * scale) }];
  });
  if (counts.length === 0) return null;
  return (
    <ul aria-label="Their devices" className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-ink-muted">
      {counts.map(({ kind, devices }) => (
        <li
          key={kind}
          className="inline-flex items-center gap-1.5 tabular-nums"
          title={devicesText(devices)}
        >
          <KindIcon kind={kind} />
          {numberText(devices)} {kindName(kind)}
        </li>
      ))}
    </ul>
  );
}
