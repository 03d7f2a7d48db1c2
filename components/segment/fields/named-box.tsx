"use client";

import { useState, type ComponentProps } from "react";
import { useFound } from "@/components/form/use-found";
import type { RuleChoiceKind } from "@/lib/directory/segment/choices";
import { useRule } from "../rule/rule-context";
import { ChoiceBox } from "./choice-box";

interface NamedBoxProps extends Pick<
  ComponentProps<typeof ChoiceBox>,
  "label" | "value" | "onChoose" | "describedBy" | "isWrong"
> {
  kind: RuleChoiceKind;
}

/** A moment after the last key. */
const restMs = 200;

/** An app, a list, a campaign or a template by its name; more than the first ones by typing. */
export function NamedBox({ kind, ...box }: NamedBoxProps) {
  const { choices, find } = useRule();
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  useFound(text === "" ? undefined : text, async () => find(kind, text), restMs);
  const noun = kind === "app" ? "an app" : `a ${kind}`;
  return (
    <ChoiceBox
      {...box}
      options={choices[kind]}
      onType={setTyped}
      placeholder={`Choose ${noun}`}
      none={
        choices[kind].length === 0 && text === "" ? `There is no ${kind} yet` : `No such ${kind}`
      }
    />
  );
}
