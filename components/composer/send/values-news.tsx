"use client";

import { Fragment, useState, type ReactNode } from "react";
import { useContent, useRequestPart } from "@/components/editor/content-context";
import { useChosenTemplate } from "@/components/editor/content/templates";
import { useReach } from "@/components/editor/reach/reach-state";
import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Verbatim } from "@/components/ui/verbatim";
import type { SendPlan } from "@/lib/campaign/read-plan";
import { paths } from "@/lib/inputs/paths";
import { mostValueLength } from "@/lib/inputs/text";
import { columnFor, textParameters, type MissingValuePolicy } from "@/lib/plan/own-values";
import { placeholderOf } from "@/lib/template/placeholder";
import { withDefault } from "../content/with-default";

type MissingValue = SendPlan["lacking"][number];

const mostAsked = 5;

/**
 * What becomes of recipients who have neither a value nor a default: it is asked before all else,
 * and what was chosen is shown.
 */
export function ValuesNews({ plan: counted }: { plan: SendPlan | undefined }) {
  // While it is counted again the questions stay, with what is typed there.
  const [plan, setPlan] = useState(counted);
  if (counted && counted !== plan) setPlan(counted);
  if (!plan) return null;
  const { lacking, asWritten, leftOut } = plan;
  return (
    <>
      {lacking.slice(0, mostAsked).map((lack) => (
        <LackQuestion key={lack.parameter} lack={lack} of={plan.recipients + leftOut} />
      ))}
      {lacking.length > mostAsked && (
        <p className="mb-3 text-sm text-ink-muted">
          and {lacking.length - mostAsked} more parameters
        </p>
      )}
      {asWritten.map(({ parameter, recipients }) => (
        <Chosen key={parameter} parameters={[parameter]}>
          {peopleOf(recipients)} will read <Verbatim>{placeholderOf(parameter)}</Verbatim>, because
          they have no value for it.
        </Chosen>
      ))}
      {leftOut > 0 && <LeftOut recipients={leftOut} />}
    </>
  );
}

const peopleOf = (count: number) =>
  `${count.toLocaleString("en")} ${count === 1 ? "recipient" : "recipients"}`;

function LeftOut({ recipients }: { recipients: number }) {
  const { reach } = useReach();
  const request = useContent(({ request: now }) => now);
  const template = useChosenTemplate();
  const parameterNames = request.message
    ? (template?.parameters.map(({ name }) => name) ?? [])
    : textParameters(request.channels);
  const parameters = parameterNames.filter(
    (name) => Object.hasOwn(reach.lacking ?? {}, name) && reach.lacking?.[name] === "leave out",
  );
  const names = new Intl.ListFormat("en", { type: "disjunction" }).format(parameters);
  const are = recipients === 1 ? "is left out: no value" : "are left out: they have no value";
  return (
    <Chosen parameters={parameters}>
      {peopleOf(recipients)} {are} for <Verbatim>{names}</Verbatim>.
    </Chosen>
  );
}

function Chosen({ parameters, children }: { parameters: readonly string[]; children: ReactNode }) {
  const { reach, change } = useReach();
  const askAgain = () =>
    change({
      ...reach,
      lacking: Object.fromEntries(
        Object.entries(reach.lacking ?? {}).filter(([name]) => !parameters.includes(name)),
      ),
    });
  return (
    <Banner
      kind="warning"
      className="mb-3"
      actions={
        <Button size="sm" onClick={askAgain}>
          Change
        </Button>
      }
    >
      {children}
    </Banner>
  );
}

function LackQuestion({
  lack: { parameter, recipients, first = [], inText },
  of,
}: {
  lack: MissingValue;
  of: number;
}) {
  const { reach, chosen, change } = useReach();
  const list = chosen?.kind === "open" ? chosen.audience : undefined;
  const columns = (list?.parameters ?? []).filter(
    (one) => one !== columnFor(parameter, list?.parameters ?? [], reach),
  );
  const noun = list?.segment ? "attribute" : "column";
  const isEverybody = recipients === of;
  const rest = recipients - first.length;
  const choose = (what: MissingValuePolicy) =>
    change({ ...reach, lacking: { ...reach.lacking, [parameter]: what } });
  return (
    <Banner
      kind="warning"
      announce
      className="mb-3"
      title={
        <>
          {isEverybody
            ? `No recipient has a value for `
            : `${recipients.toLocaleString("en")} of ${peopleOf(of)} ${recipients === 1 ? "has" : "have"} no value for `}
          <Verbatim>{parameter}</Verbatim>
        </>
      }
    >
      <p>
        {!isEverybody && (
          <>
            {list?.segment ? (
              <UserLinks userids={first} />
            ) : (
              <Verbatim>{new Intl.ListFormat("en").format(first)}</Verbatim>
            )}
            {rest > 0 && ` and ${rest.toLocaleString("en")} more`}.{" "}
          </>
        )}
        {inText === true && (
          <>
            They would read “<Verbatim>{placeholderOf(parameter)}</Verbatim>”.
          </>
        )}
      </p>
      <div className="mt-2.5 space-y-2 text-ink">
        <DefaultField parameter={parameter} inText={inText === true} />
        {columns.length > 0 && (
          <Select
            size="sm"
            aria-label={`Use another ${noun} for ${parameter}`}
            value=""
            placeholder={`Use another ${noun}`}
            onValueChange={(column) =>
              change({ ...reach, columns: { ...reach.columns, [parameter]: column } })
            }
            options={columns.map((column) => ({ value: column, label: column, named: true }))}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {list && !isEverybody && (
            <Button size="sm" onClick={() => choose("leave out")}>
              Leave{" "}
              {recipients === 1 ? "this recipient" : `these ${recipients.toLocaleString("en")}`} out
            </Button>
          )}
          {inText === true && (
            <Button size="sm" onClick={() => choose("send as written")}>
              Send all the same
            </Button>
          )}
        </div>
      </div>
    </Banner>
  );
}

/** Users by their ids, each with the way to what is stored of them. */
function UserLinks({ userids }: { userids: readonly string[] }) {
  return userids.map((userid, at) => (
    <Fragment key={userid}>
      {at > 0 && ", "}
      <SameServiceLink href={paths.users({ q: userid })} className="underline underline-offset-2">
        <Verbatim>{userid}</Verbatim>
      </SameServiceLink>
    </Fragment>
  ));
}

/** What those without a value get: in texts a default, of a template the value for all. */
function DefaultField({ parameter, inText }: { parameter: string; inText: boolean }) {
  const { reach, change } = useReach();
  const [message, changeMessage] = useRequestPart("message");
  const [typed, setTyped] = useState("");
  const put = () => {
    if (typed === "") return;
    if (inText) change(withDefault(reach, parameter, typed));
    else changeMessage({ ...message, parameters: { ...message?.parameters, [parameter]: typed } });
  };
  return (
    <div className="flex gap-2">
      <Input
        aria-label={`Default for ${parameter}`}
        className="h-8"
        placeholder="Such as Friend"
        maxLength={mostValueLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          put();
        }}
      />
      <Button size="sm" disabled={typed === ""} onClick={put}>
        Set default
      </Button>
    </div>
  );
}
