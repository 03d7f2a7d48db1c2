"use client";

import { CircleCheck, FlaskConical, Square, TriangleAlert } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { Button } from "@/components/ui/button";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type {
  ProofGroup,
  ProofOverflow,
  ProofRefusal,
  ProofReport,
} from "@/lib/authoring/prove-template";
import { languageName } from "@/lib/compose/language-name";
import { bytesText } from "@/lib/compose/sizes";
import type { Follower } from "@/lib/directory/template/followers";
import { placeholderOf } from "@/lib/template/placeholder";
import { ChangedWords } from "../changed-words";
import { useProof } from "./use-proof";

interface ProofPanelProps {
  id: string;
  /** Saves what was written last; undefined where that could not be done. */
  settle: () => Promise<number | undefined>;
}

/**
 * Shows what publishing would change for the messages of the last 30 days. It starts by itself and
 * can be stopped.
 */
export function ProofPanel({ id, settle }: ProofPanelProps) {
  const { state, run, stop } = useProof(id);
  useEffect(() => {
    void settle().then((revision) => (revision === undefined ? undefined : run()));
    // Runs once: changes behind the dialog are proven when the user starts it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
  const report = "report" in state ? state.report : undefined;
  const running = state.kind === "running" || state.kind === "idle";
  return (
    <section aria-labelledby="proof-title" className="rounded-lg border border-line">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-3 py-1.5">
        <FlaskConical aria-hidden className="size-4 text-ink-faint" />
        <h3 id="proof-title" className="text-sm font-medium">
          With messages of the last 30 days
        </h3>
        <span className="ml-auto">
          {running ? (
            <Button icon={Square} size="sm" variant="ghost" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => void run()}>
              Check again
            </Button>
          )}
        </span>
      </header>
      <div className="space-y-3 px-3 py-3 text-sm">
        {state.kind === "failed" && <p className="text-red-fg">{state.message}</p>}
        {running && (
          <progress
            aria-label="Messages checked"
            className="h-1.5 w-full overflow-hidden rounded-full bg-neutral-soft [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-blue-solid"
            max={report?.total || 1}
            value={report?.done ?? 0}
          />
        )}
        {report && <Summary report={report} stopped={state.kind === "stopped"} />}
        {report && <Findings report={report} />}
        {report && report.followers.length > 0 && <Followers followers={report.followers} />}
      </div>
    </section>
  );
}

function Summary({ report, stopped }: { report: ProofReport; stopped: boolean }) {
  const { done, total, unchanged, left } = report;
  if (total === 0)
    return <p className="text-ink-muted">No messages used this template in the last 30 days.</p>;
  const all =
    done === total
      ? count(done, "message")
      : `${done.toLocaleString("en")} of ${count(total, "message")}`;
  return (
    <output className="block text-ink-muted">
      {stopped ? "Stopped after " : done === total ? "Checked " : "Checking: "}
      {all}. {sameText(unchanged, done - left)}
      {left > 0 &&
        ` ${left.toLocaleString("en")} no longer match the published version and were left out.`}
    </output>
  );
}

function sameText(unchanged: number, compared: number): string {
  if (unchanged === 0) return compared === 0 ? "" : "All of them change.";
  return unchanged === compared
    ? "They look the same."
    : `${unchanged.toLocaleString("en")} look the same.`;
}

function Findings({
  report: { refusals, overflows, groups, done, left },
}: {
  report: ProofReport;
}) {
  if (refusals.length + overflows.length + groups.length === 0)
    return done > left ? (
      <p className="flex items-center gap-2 text-green-fg">
        <CircleCheck aria-hidden className="size-4" />
        Nothing changes for them.
      </p>
    ) : null;
  return (
    <ul className="space-y-3" aria-label="What would change">
      {refusals.map((one) => (
        <Wrong key={`${one.rule} ${one.parameter}`} calls={one.calls} what="would be refused">
          {refusalText(one)}
        </Wrong>
      ))}
      {overflows.map((one) => (
        <Wrong key={`${one.kind} ${one.language}`} calls={one.calls} what="would be too large">
          {overflowText(one)}
        </Wrong>
      ))}
      {groups.map((one) => (
        <Group key={`${one.kind} ${one.language} ${one.parts.join(" ")}`} group={one} />
      ))}
    </ul>
  );
}

/** Campaigns that are not looked at again before they use what is published. */
function Followers({ followers }: { followers: readonly Follower[] }) {
  return (
    <div className="border-t border-line pt-3">
      <p className="text-ink-muted">Scheduled campaigns that will use this version:</p>
      <ul className="mt-1.5 space-y-1.5">
        {followers.map(({ id, name, refused }) => (
          <li key={id} className="flex gap-2">
            {refused === undefined ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green-solid" />
            ) : (
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-red-solid" />
            )}
            <Verbatim className="min-w-0 break-words">
              <Verbatim className="font-medium">{name}</Verbatim>
              {refused === undefined ? "" : ` could not be sent. ${refused}`}
            </Verbatim>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Wrong({ calls, what, children }: { calls: number; what: string; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-red-solid" />
      <span>
        <span className="font-medium">
          {count(calls, "message")} {what}.
        </span>{" "}
        <span className="foreign">{children}</span>
      </span>
    </li>
  );
}

function refusalText({ rule, parameter, language }: ProofRefusal): string {
  const name = parameter === "" ? "" : placeholderOf(parameter);
  const where = language === "" ? "" : ` In ${languageName(language)}.`;
  if (rule === "template.parameter.required") return `${name} is required now.${where}`;
  if (rule === "template.parameter.unknown") return `${name} is no longer declared.${where}`;
  if (rule === "template.parameter.type") return `The type of ${name} changed.${where}`;
  if (rule === "template.parameter.length") return `${name} is shorter now.${where}`;
  return `The filled-in message breaks a rule.${where}`;
}

function overflowText({ kind, language, bytes, limit }: ProofOverflow): string {
  return `${kindName(kind)}${inLanguage(language)}: up to ${bytesText(bytes)}, of ${bytesText(limit)}.`;
}

const partNames = {
  title: "title",
  text: "text",
  buttons: "buttons",
  other: "the tap target or other data",
} as const;

function Group({ group: { kind, language, parts, calls, example } }: { group: ProofGroup }) {
  const [before, after] = [example.before.words.join(" · "), example.after.words.join(" · ")];
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-1.5 font-medium">
        <KindIcon kind={kind} />
        {kindName(kind)}
        {inLanguage(language)}
        <span className="font-normal text-ink-muted">
          {count(calls, "message")}:{" "}
          {new Intl.ListFormat("en").format(parts.map((part) => partNames[part]))}
        </span>
      </p>
      <dl className="mt-1 grid gap-x-3 gap-y-0.5 sm:grid-cols-[5rem_minmax(0,1fr)]">
        {(["before", "after"] as const).map((side) => (
          <div key={side} className="contents">
            <dt className="text-ink-faint">{side === "before" ? "Published" : "Draft"}</dt>
            <dd {...verbatim} className="foreign min-w-0 break-words">
              {example[side].words.length === 0 ? (
                <span className="text-ink-faint">Nothing is shown</span>
              ) : (
                <ChangedWords before={before} after={after} side={side} />
              )}{" "}
              <span className="text-xs text-ink-faint tabular-nums">
                {bytesText(example[side].bytes)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function inLanguage(language: string): string {
  return language === "" ? "" : ` in ${languageName(language)}`;
}

function count(calls: number, what: string): string {
  return `${calls.toLocaleString("en")} ${what}${calls === 1 ? "" : "s"}`;
}
