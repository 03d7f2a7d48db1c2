"use client";

import { useRequest } from "@/components/editor/content-context";
import { useReach } from "@/components/editor/reach/reach-state";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Verbatim } from "@/components/ui/verbatim";
import { mostValueLength } from "@/lib/inputs/text";
import { columnFor, textParameters } from "@/lib/plan/own-values";
import { placeholderOf } from "@/lib/template/placeholder";
import { ColumnChoice } from "./column-choice";
import { withDefault } from "./with-default";

/** More than a text of 4 KB has room for in earnest. */
const mostShown = 20;

/**
 * The parameters that stand in texts without a template: where the values of recipients come from,
 * and what those without one get. Nothing where there are none.
 */
export function TextValues() {
  const message = useRequest("message");
  const channels = useRequest("channels");
  const names = message === undefined ? textParameters(channels) : [];
  if (names.length === 0) return null;
  return (
    <TitledCard
      id="values-title"
      title="Values"
      description="What stands in the place of each parameter of your texts."
      className="scroll-mt-20"
    >
      <CardBody className={cn("grid gap-4", names.length > 1 && "sm:grid-cols-2")}>
        {names.slice(0, mostShown).map((name) => (
          <TextValue key={name} name={name} />
        ))}
      </CardBody>
    </TitledCard>
  );
}

function TextValue({ name }: { name: string }) {
  const { reach, chosen, change } = useReach();
  const list = chosen?.kind === "open" ? chosen.audience : undefined;
  const value = reach.defaults?.[name];
  const isFromList = list?.parameters.includes(columnFor(name, list.parameters, reach)) === true;
  const put = (next: string | undefined) => change(withDefault(reach, name, next));
  const other =
    value === undefined
      ? { text: "Leave empty", next: "" }
      : value === ""
        ? { text: "Enter a default", next: undefined }
        : undefined;
  return (
    <Field
      label={<Verbatim>{placeholderOf(name)}</Verbatim>}
      hint={hintOf({
        name,
        value,
        isFromList,
        hasList: list !== undefined,
        lacking: reach.lacking?.[name],
      })}
      action={
        other && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${other.text}: ${name}`}
            onClick={() => put(other.next)}
          >
            {other.text}
          </Button>
        )
      }
    >
      {(aria) => (
        <>
          <Input
            {...aria}
            value={value ?? ""}
            maxLength={mostValueLength}
            placeholder={value === "" ? "Empty" : "Default, such as Friend"}
            // Who deletes what was typed has entered no default.
            onChange={(event) => put(event.target.value === "" ? undefined : event.target.value)}
          />
          <ColumnChoice parameter={{ name, required: true }} hasValue={value !== undefined} />
        </>
      )}
    </Field>
  );
}

interface ValueFacts {
  name: string;
  value: string | undefined;
  isFromList: boolean;
  hasList: boolean;
  lacking: "leave out" | "send as written" | undefined;
}

function hintOf({ name, value, isFromList, hasList, lacking }: ValueFacts): string {
  const who = isFromList ? "Recipients without a value" : "All recipients";
  if (value === "") return `${who} get nothing in its place.`;
  if (value !== undefined) return `${who} get this.`;
  if (lacking === "leave out" && hasList) return `${who} are left out.`;
  if (lacking === "send as written") return `${who} read ${placeholderOf(name)}.`;
  return isFromList
    ? "Recipients without a value get the default."
    : "Without a default, you are asked before it is sent.";
}
