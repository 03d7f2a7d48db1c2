"use client";

import { useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Verbatim } from "@/components/ui/verbatim";
import { numberText } from "@/lib/compose/number-text";
import type { MappedParameter } from "./source/columns";
import type { Refusal } from "./source/refusals";
import { orderNames, type DateOrder } from "./source/written-dates";

/**
 * Values that a template does not take: once for each parameter and reason, with the first of them.
 */
export function RefusalList({
  refusals,
  title,
}: {
  refusals: readonly Refusal[];
  title: ReactNode;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <p id={id} className="text-sm font-medium">
        {title}
      </p>
      <ul aria-labelledby={id} className="mt-1 space-y-1 text-xs text-ink-muted">
        {refusals.map(({ parameter, why, count, line, value }) => (
          <li key={`${parameter} ${why}`}>
            <Verbatim className="font-medium text-ink">{parameter}</Verbatim> {why}:{" "}
            {count === 1 ? "1 value" : `${numberText(count)} values`}, the first in line{" "}
            {numberText(line)}
            {value !== "" && (
              <>
                {" "}
                (“<Verbatim>{shortened(value)}</Verbatim>”)
              </>
            )}
            .
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Ways to read the dates that are refused as they are written; nothing where no way fits all of
 * them.
 */
export function DateOffers({ refusals, onReadDates }: DateOffersProps) {
  const offered = refusals.flatMap(({ parameter, orders }) =>
    orders.map((order) => ({ parameter, order })),
  );
  if (offered.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {offered.map(({ parameter, order }) => (
        <Button
          key={`${parameter} ${order}`}
          size="sm"
          onClick={() => onReadDates(parameter, order)}
        >
          <span>
            Read <Verbatim>{parameter}</Verbatim> as {orderNames[order]}
          </span>
        </Button>
      ))}
    </div>
  );
}

interface DateOffersProps {
  refusals: readonly Refusal[];
  /** Reads the dates of a parameter in this order. */
  onReadDates: (parameter: string, order: DateOrder) => void;
}

/**
 * Which columns have dates that are read in another order than they are written in, and the way
 * back.
 */
export function ReadDates({
  parameters,
  onStop,
}: {
  parameters: readonly MappedParameter[];
  onStop: (parameter: string) => void;
}) {
  const read = parameters.flatMap(({ name, dates }) => (dates ? [{ name, dates }] : []));
  if (read.length === 0) return null;
  return (
    <ul className="space-y-1 text-sm text-ink-muted">
      {read.map(({ name, dates }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2">
          <span>
            Dates in <Verbatim>{name}</Verbatim> are read as {orderNames[dates]} and stored like
            2026-02-07.
          </span>
          <Button size="sm" variant="ghost" onClick={() => onStop(name)}>
            Read as written<span className="sr-only">: {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const mostShown = 40;

function shortened(value: string): string {
  return value.length > mostShown ? `${value.slice(0, mostShown)}…` : value;
}
