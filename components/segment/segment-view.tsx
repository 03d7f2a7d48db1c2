"use client";

import type { ReactNode } from "react";
import { Card, CardBody } from "@/components/ui/card";
import { JsonView } from "@/components/ui/json-view";
import { Verbatim } from "@/components/ui/verbatim";
import type { RuleChoices as ServiceChoices } from "@/lib/directory/segment/choices";
import type { OpenSegment } from "@/lib/directory/segment/open";
import { indentJson } from "@/lib/interface/exact-json";
import { MeasurePanel } from "./panel/measure-panel";
import { measureRule } from "./panel/measure-rule";
import { choicesFrom } from "./rule/choices";
import { namesIn } from "./rule/rule-words";

interface SegmentViewProps {
  segment: OpenSegment;
  choices: ServiceChoices;
  /** Below what is measured. */
  aside: ReactNode;
}

/** A segment, for members who may look only. */
export function SegmentView({ segment, choices, aside }: SegmentViewProps) {
  const { serviceId, rule, words } = segment;
  const text = JSON.stringify(rule);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Card aria-label="Rule">
        <CardBody className="space-y-4">
          <p className="text-base text-pretty">
            <Verbatim>{words}</Verbatim>
          </p>
          <JsonView
            label="Rule as JSON"
            text={indentJson(text)}
            className="max-h-[34rem] rounded-md border border-line"
          />
        </CardBody>
      </Card>
      <div className="space-y-4">
        <MeasurePanel
          serviceId={serviceId}
          rule={text}
          names={namesIn(choicesFrom(choices))}
          measure={measureRule}
        />
        {aside}
      </div>
    </div>
  );
}
