"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useEditorKeys } from "@/components/editor/use-editor-keys";
import { useUnsavedMark } from "@/components/form/unsaved/unsaved-mark";
import { useSameService } from "@/components/shell/same-service";
import { Card, CardBody } from "@/components/ui/card";
import { LabelledInput } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { follow, type EditorText } from "@/lib/compose/editor-text";
import type { RuleChoices as ServiceChoices } from "@/lib/directory/segment/choices";
import { asSentence } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { segmentBodySchema } from "@/lib/inputs/segment";
import { stepsOf } from "@/lib/interface/pointer";
import type { Rule } from "@/lib/segment/rule";
import { EditorTabs, type EditorTab } from "./editor-tabs";
import { MeasurePanel } from "./panel/measure-panel";
import { measureRule, type MeasureRule } from "./panel/measure-rule";
import { useEstimate } from "./panel/use-estimate";
import { choicesFrom, withMore } from "./rule/choices";
import { ruleText } from "./rule/rule-in-text";
import { ruleProblems, type NodeProblem } from "./rule/rule-problems";
import { nodeAtPointer, readRule, type RuleTree } from "./rule/rule-tree";
import { namesIn, treeWords } from "./rule/rule-words";
import { useSegmentDraft } from "./rule/use-segment-draft";
import { SaveBar } from "./save-bar";
import { SaveNews } from "./save-news";
import type { EditSegmentActions } from "./segment-actions";
import { useSegmentSave, type SegmentSave } from "./use-segment-save";

interface SegmentEditorProps {
  serviceId: string;
  /** Absent for a new one. */
  segment?: { id: string; name: string; rule: Rule; revision: number };
  choices: ServiceChoices;
  actions: EditSegmentActions;
  /** Below what is measured. */
  aside?: ReactNode;
  /** For tests. */
  measure?: MeasureRule;
}

/** A new rule asks for its first condition. */
const newRule = { all: [{}] };

/** A segment as it is edited: its name, its rule as a tree or as JSON, and whom that is true of. */
export function SegmentEditor({
  serviceId,
  segment,
  choices: serviceChoices,
  actions,
  aside,
  measure = measureRule,
}: SegmentEditorProps) {
  const [initial] = useState(() => ({
    name: segment?.name ?? "",
    tree: readRule(segment?.rule ?? newRule),
  }));
  const draft = useSegmentDraft(() => initial);
  const { name, tree } = draft.content;
  const [choices, setChoices] = useState(() => choicesFrom(serviceChoices));
  const [tab, setTab] = useState<EditorTab>("rule");
  const [typedJson, setTypedJson] = useState<EditorText>();
  /** Saves that were stopped by what is missing. */
  const [stops, setStops] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stops > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [stops]);
  // Something else may have been changed in the form since: that counts.
  const unread = typedJson && follow(typedJson, ruleText(tree)).message ? typedJson : undefined;
  const saving = useSegmentSave({
    content: draft.content,
    initial,
    revision: segment?.revision,
    save: saveCall(serviceId, segment?.id, actions),
    onSaved: useAfterSave(segment === undefined),
    load: draft.load,
  });
  const ownProblems = ruleProblems(tree, choices.attributes);
  const refusals = refusedNodes(tree, saving.problems);
  const problems = new Map([...refusals, ...ownProblems]);
  const rule = ownProblems.size === 0 ? ruleText(tree) : undefined;
  const names = namesIn(choices);
  const estimate = useEstimate(rule, (signal) =>
    measure("estimate", { serviceId, rule: JSON.parse(rule ?? "null") as unknown }, signal),
  );
  useUnsavedMark(
    useId(),
    name.trim() === "" ? "New segment" : name,
    saving.isUnsaved || unread !== undefined,
  );
  const nameFault = segmentBodySchema.shape.name.safeParse(name).error?.issues[0]?.message;
  const save = () => {
    if (unread === undefined && nameFault === undefined && ownProblems.size === 0)
      return saving.save();
    setStops(stops + 1);
    setTab(unread === undefined ? "rule" : "json");
  };
  useEditorKeys(draft.step, save);
  const nameProblem =
    saving.problems.find(({ pointer }) => pointer === "/name")?.message ??
    (stops > 0 ? nameFault : undefined);
  return (
    // What was typed before the focus moves on is one step of undo.
    <div ref={root} onFocus={draft.part}>
      <SaveNews
        saving={saving}
        problems={saving.problems.filter(
          ({ pointer }) => pointer !== "/name" && !pointer.startsWith("/rule"),
        )}
      />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card aria-label="Segment">
          <CardBody className="space-y-5">
            <LabelledInput
              label="Name"
              value={name}
              onChange={(event) => draft.typeName(event.target.value)}
              autoComplete="off"
              dir="auto"
              error={nameProblem !== undefined && asSentence(nameProblem)}
            />
            <EditorTabs
              tab={tab}
              onTab={setTab}
              draft={draft}
              choices={choices}
              problems={problems}
              stops={stops}
              unread={unread}
              onUnread={setTypedJson}
              words={treeWords(tree, ownProblems, names)}
              find={async (kind, text) => {
                const answer = await actions.find({ serviceId, kind, text });
                if (answer.ok) setChoices((now) => withMore(now, kind, answer.value));
                return answer;
              }}
            />
          </CardBody>
        </Card>
        <div className="space-y-4">
          <MeasurePanel serviceId={serviceId} rule={rule} names={names} measure={measure} />
          {aside}
        </div>
      </div>
      <SaveBar
        can={draft.can}
        step={draft.step}
        estimate={estimate}
        isFinished={rule !== undefined}
        isSaving={saving.isSaving}
        isUnsaved={saving.isUnsaved}
        isNew={segment === undefined}
        onSave={save}
      />
    </div>
  );
}

/** Adds or changes the segment. */
function saveCall(serviceId: string, id: string | undefined, actions: EditSegmentActions) {
  return ({ name, rule, revision }: SegmentSave) =>
    id === undefined
      ? actions.add({ serviceId, name, rule })
      : actions.change({ id, name, rule, revision });
}

/** Says that it is saved, and opens the page of a new one. */
function useAfterSave(isNew: boolean): (id: string) => void {
  const router = useRouter();
  const sameService = useSameService();
  return (id) => {
    toast.success(isNew ? "Segment added" : "Saved");
    if (isNew) router.replace(sameService(paths.segment(id)));
  };
}

/** What the server refused of a rule, by the nodes that its pointers name. */
function refusedNodes(
  tree: RuleTree,
  problems: readonly { pointer: string; message: string }[],
): ReadonlyMap<number, NodeProblem> {
  return new Map(
    problems.flatMap(({ pointer, message }) => {
      const [member, ...steps] = stepsOf(pointer);
      if (member !== "rule") return [];
      const { id, rest } = nodeAtPointer(tree, steps);
      return [[id, { member: rest[0], message: asSentence(message) }] as const];
    }),
  );
}
