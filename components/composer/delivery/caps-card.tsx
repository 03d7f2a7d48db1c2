"use client";

import { useReach } from "@/components/editor/reach/reach-state";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { capText } from "@/lib/inputs/frequency-cap";
import { reasonOf } from "../rights";
import { useCaps } from "./caps-context";

/**
 * What the frequency caps of the service allow, and whether they apply to this message. Not shown
 * where there are none.
 */
export function CapsCard() {
  const { caps, right } = useCaps();
  const { reach, change } = useReach();
  const isMarked = reach.necessary === true;
  if (caps.length === 0 && !isMarked) return null;
  return (
    <TitledCard
      id="caps-title"
      title="Frequency caps"
      description={
        caps.length === 0
          ? "The service has none now."
          : `Each user gets ${new Intl.ListFormat("en").format(caps.map(capText))}. Users who have reached a cap are left out.`
      }
    >
      <CardBody>
        <Switch
          checked={isMarked}
          disabled={!right.ok}
          onCheckedChange={(on) => change({ ...reach, necessary: on ? true : undefined })}
          label="Necessary"
          hint={
            reasonOf(right) ??
            "Sent to users who have reached a cap, too, and not counted. For what everyone must get, such as a change of terms."
          }
        />
      </CardBody>
    </TitledCard>
  );
}
