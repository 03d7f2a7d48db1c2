"use client";

import { useRequestPart } from "@/components/editor/content-context";
import { ParameterInput } from "@/components/editor/content/parameter-input";
import { useReach } from "@/components/editor/reach/reach-state";
import { ByteCount } from "@/components/form/byte-meter";
import { useNotices } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { columnFor } from "@/lib/plan/own-values";
import type { TemplateParameter } from "@/lib/template/parameters";
import { ColumnChoice } from "./column-choice";

/** The values that a template asks for, each as its type wants it. */
export function ParameterValues({ parameters }: { parameters: readonly TemplateParameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {parameters.map((parameter) => (
        <OneValue key={parameter.name} parameter={parameter} />
      ))}
    </div>
  );
}

function OneValue({ parameter }: { parameter: TemplateParameter }) {
  const { name, type, required, default: otherwise, description, maxLength } = parameter;
  const [message, change] = useRequestPart("message");
  const { chosen: list, reach } = useReach();
  const path = `message.parameters.${name}`;
  const notices = useNotices(path);
  const rawValue = Object.hasOwn(message?.parameters ?? {}, name)
    ? message?.parameters?.[name]
    : undefined;
  // What an imported request has here may be anything.
  const value = typeof rawValue === "string" ? rawValue : undefined;
  const isFromList =
    list?.kind === "open" &&
    list.audience.parameters.includes(columnFor(name, list.audience.parameters, reach));
  const put = (next: string | undefined) => {
    const others = Object.entries(message?.parameters ?? {}).filter(([other]) => other !== name);
    change({
      ...message,
      parameters: Object.fromEntries(next === undefined ? others : [...others, [name, next]]),
    });
  };
  const other = otherWay(parameter, value);
  const hint = [
    isFromList
      ? `From the ${list.audience.segment ? "attributes" : "list"}; this is for those without.`
      : required
        ? "Required."
        : "",
    description,
    value === "" ? "Sent empty." : otherwise === undefined ? "" : `Defaults to “${otherwise}”.`,
  ];
  return (
    <Field
      label={name}
      notices={notices}
      optional={!required}
      hint={hint.filter(Boolean).join(" ")}
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
      counter={
        type === "text" && maxLength !== undefined && value ? (
          <ByteCount text={value} limit={maxLength} />
        ) : undefined
      }
    >
      {(aria) => (
        <>
          <ParameterInput
            parameter={parameter}
            aria={aria}
            path={path}
            value={value}
            onChange={put}
          />
          <ColumnChoice parameter={parameter} hasValue={rawValue !== undefined} />
        </>
      )}
    </Field>
  );
}

/**
 * What a field cannot say by itself: an empty text, which is not a missing one, and a moment
 * instead of a day.
 */
function otherWay(
  { type, required, default: otherwise }: TemplateParameter,
  value: string | undefined,
) {
  if (type === "text" && value === undefined && (required || (otherwise ?? "") !== ""))
    return { text: "Send empty", next: "" };
  if (type === "text" && value === "")
    return { text: required ? "Write one" : "Leave out", next: undefined };
  if (type !== "date" || value === undefined) return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { text: "Add a time", next: `${value}T12:00:00Z` };
  return /^\d{4}-\d\d-\d\d/.test(value)
    ? { text: "Date only", next: value.slice(0, 10) }
    : undefined;
}
