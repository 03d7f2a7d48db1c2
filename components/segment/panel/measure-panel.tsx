"use client";

import type { NamesOfThings } from "@/lib/segment/leaf-words";
import { CountFacts } from "./count-facts";
import { FunnelList } from "./funnel-list";
import { MeasureCard } from "./measure-card";
import type { MeasureRule } from "./measure-rule";
import { SampleLists } from "./sample-lists";

interface MeasurePanelProps {
  serviceId: string;
  /** The rule as text; undefined while it is not finished. */
  rule: string | undefined;
  names: NamesOfThings;
  measure: MeasureRule;
}

/** Who a rule is true of: counted, part by part, and by examples. */
export function MeasurePanel({ serviceId, rule, names, measure }: MeasurePanelProps) {
  const question = () => ({ serviceId, rule: rule === undefined ? undefined : JSON.parse(rule) });
  return (
    <div className="space-y-4">
      <MeasureCard
        id="count-title"
        title="Exact count"
        description="In the background: go on editing meanwhile."
        rule={rule}
        ask={(signal) => measure("count", question(), signal)}
        start="Count"
        busy="Counting …"
      >
        {(count) => <CountFacts count={count} />}
      </MeasureCard>
      <MeasureCard
        id="funnel-title"
        title="Funnel"
        description="What each part of the rule takes away or adds."
        rule={rule}
        ask={(signal) => measure("funnel", question(), signal)}
        start="Show"
        busy="Counting part by part …"
      >
        {(funnel, of) => <FunnelList funnel={funnel} rule={of} names={names} />}
      </MeasureCard>
      <MeasureCard
        id="samples-title"
        title="Samples"
        description="Twenty users in the segment, and five who just are not."
        rule={rule}
        ask={(signal) => measure("samples", question(), signal)}
        start="Show"
        busy="Looking for users …"
      >
        {(samples) => <SampleLists samples={samples} />}
      </MeasureCard>
    </div>
  );
}
