import { StackedBar } from "@/components/ui/stacked-bar";
import { Verbatim } from "@/components/ui/verbatim";
import type { FunnelStep, SegmentFunnel } from "@/lib/directory/segment/funnel";
import type { NamesOfThings } from "@/lib/segment/leaf-words";
import { stepWords } from "./step-words";

interface FunnelListProps {
  funnel: SegmentFunnel;
  /** The rule that it is of. */
  rule: string;
  names: NamesOfThings;
}

/** How many users each part of a rule leaves, or adds, in the order of the rule. */
export function FunnelList({ funnel, rule, names }: FunnelListProps) {
  const { total, group, steps } = funnel;
  return (
    <ol className="space-y-3 text-sm">
      <li>
        <p className="font-medium tabular-nums">{usersText(total)} in all</p>
        <StackedBar parts={parts(total, total)} className="mt-1" />
      </li>
      {steps.map((step) => (
        <li key={step.path.join("/")}>
          <p>
            {group === "none" ? "Without those " : "Those "}
            <Verbatim>{stepWords(rule, step.path, names)}</Verbatim>
          </p>
          <p className="tabular-nums">
            <span className="font-medium">{usersText(step.users)}</span>
            <span className="text-ink-muted">{changeText(step, group === "any")}</span>
          </p>
          <StackedBar parts={parts(step.users, total)} className="mt-1" />
        </li>
      ))}
    </ol>
  );
}

const usersText = (count: number) =>
  `${count.toLocaleString("en")} ${count === 1 ? "user" : "users"}`;

function changeText({ change }: FunnelStep, adds: boolean): string {
  if (change === 0) return ", no change";
  return `, ${Math.abs(change).toLocaleString("en")} ${adds ? "more" : "fewer"}`;
}

const parts = (users: number, total: number) =>
  [
    { label: "left", value: users, tone: "accent" },
    { label: "others", value: Math.max(0, total - users), tone: "neutral" },
  ] as const;
