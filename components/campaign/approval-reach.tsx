import { KindIcon, kindName } from "@/components/facts/kind-icon";
import type { Coverage } from "@/lib/compose/coverage";
import {
  devicesText,
  estimateText,
  missedSentences,
  reachedText,
} from "@/lib/compose/coverage-text";
import { numberText } from "@/lib/compose/number-text";
import { deviceKinds } from "@/lib/interface/device-kinds";

interface ApprovalReachProps {
  /** Of those that were counted. */
  coverage: Coverage;
  /** Recipients in all. */
  recipients: number;
  /** Whether all of them are users. */
  users: boolean;
}

/** Whom a message that waits for an approval reaches, by kind of device, and why not the others. */
export function ApprovalReach({ coverage, recipients, users }: ApprovalReachProps) {
  // Of a large list only the first part is counted, so that the page is not delayed.
  if (coverage.recipients < recipients)
    return <>{estimateText(coverage, recipients, users)} The rest is counted when it is sent.</>;
  const kinds = deviceKinds.flatMap((kind) => {
    const devices = coverage.kinds.reduce(
      (sum, one) => sum + (one.kind === kind && one.lack === null ? one.devices : 0),
      0,
    );
    return devices > 0 ? [{ kind, devices }] : [];
  });
  return (
    <>
      <span className="block">
        Reaches {reachedText(coverage, users)}, on {devicesText(coverage.devices)}.{" "}
        {missedSentences(coverage).join(" ")}
      </span>
      {kinds.length > 0 && (
        <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {kinds.map(({ kind, devices }) => (
            <span key={kind} className="inline-flex items-center gap-1.5">
              <KindIcon kind={kind} />
              {kindName(kind)}{" "}
              <span className="text-ink-muted tabular-nums">{numberText(devices)}</span>
            </span>
          ))}
        </span>
      )}
    </>
  );
}
