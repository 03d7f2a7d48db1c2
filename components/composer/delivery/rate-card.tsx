"use client";

import { useState } from "react";
import { useReach } from "@/components/editor/reach/reach-state";
import { NumberInput } from "@/components/form/number-input";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { mostRate } from "@/lib/inputs/compose";
import { wholeNumber } from "@/lib/inputs/typed-number";

/** How many messages a campaign sends a minute. What is no number is refused as 0 is. */
export function RateCard() {
  const { reach, change } = useReach();
  const rate = reach.rate ?? undefined;
  const [typed, setTyped] = useState("");
  const text = rate === undefined ? "" : rate === 0 && typed !== "" ? typed : String(rate);
  const write = (value: string) => {
    setTyped(value);
    change({ ...reach, rate: value.trim() === "" ? undefined : (wholeNumber(value) ?? 0) });
  };
  return (
    <TitledCard
      id="rate-title"
      title="Rate"
      description="For a landing page or a call centre that should not be overrun."
    >
      <CardBody>
        <Field
          label="Messages a minute"
          optional
          hint="Leave it empty to send as fast as possible. A campaign in several apps counts each of them."
          error={rate === undefined ? undefined : rateProblem(rate)}
        >
          {(aria) => <NumberInput {...aria} name="rate" value={text} onValue={write} />}
        </Field>
      </CardBody>
    </TitledCard>
  );
}

function rateProblem(rate: number): string | undefined {
  if (rate < 1) return "Enter a whole number from 1 on, or leave it empty for no limit.";
  return rate > mostRate ? `Enter at most ${mostRate.toLocaleString("en")}.` : undefined;
}
