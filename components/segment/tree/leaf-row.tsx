"use client";

import type { FocusEvent } from "react";
import { useTyped } from "@/components/form/text-field";
import { Input } from "@/components/ui/input";
import { Notices } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { operatorsOf, type Operator } from "@/lib/segment/fields";
import { deeds, type Deed } from "@/lib/segment/rule";
import { ChoiceBox } from "../fields/choice-box";
import { DurationBox } from "../fields/duration-box";
import { NamedBox } from "../fields/named-box";
import { ValueBox } from "../fields/value-box";
import {
  deedOf,
  kindOf,
  operatorOf,
  scopeOf,
  subjectOf,
  withDeed,
  withMember,
  withOperator,
  withScope,
  withSubject,
  type Members,
  type Scope,
} from "../rule/leaf";
import { activity, deedWords, fieldWords, operatorWords, subjectChoices } from "../rule/leaf-words";
import { useRule } from "../rule/rule-context";
import { setLeaf, type RuleLeaf } from "../rule/rule-tree";
import { NodeMenu } from "./node-menu";
import { useNodeKeys } from "./use-node-keys";

const overlay = '[role="listbox"], [role="menu"]';

/** A condition: what it is about, how it compares, and with what. */
export function LeafRow({ leaf }: { leaf: RuleLeaf }) {
  const { tree, choices, numbers, problems, step, type, leave } = useRule();
  const name = `condition ${numbers.get(leaf.id)}`;
  const problem = problems.get(leaf.id);
  const subject = subjectOf(leaf.members);
  const choose = (members: Members) => step(setLeaf(tree, leaf.id, members));
  const write = (members: Members) => type(setLeaf(tree, leaf.id, members));
  const noticeId = `node-${leaf.id}`;
  const wrong = (member: string): WrongMark => ({
    describedBy: problem ? `${noticeId}-notice-0` : undefined,
    isWrong: problem !== undefined && (problem.member ?? "field") === member,
  });
  const left = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // A list or menu that a control of the row opens is drawn elsewhere.
    if (!currentTarget.contains(relatedTarget) && relatedTarget?.closest(overlay) === null)
      leave(leaf.id);
  };
  const options = subjectChoices(choices.attributes);
  const keyed = useNodeKeys(leaf.id);
  const parts = { name, leaf, choose, write, wrong };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and focus of the controls in it
    <li
      data-node={leaf.id}
      aria-label={`Condition ${numbers.get(leaf.id)}`}
      onBlur={left}
      onKeyDownCapture={keyed}
      className="flex items-start gap-1"
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start gap-2">
          <div className="min-w-44 flex-1 basis-44 sm:max-w-64">
            <ChoiceBox
              label={`What ${name} is about`}
              value={subject}
              options={
                subject === "" || options.some(({ value }) => value === subject)
                  ? options
                  : [...options, { value: subject, label: fieldWords(subject) }]
              }
              onChoose={(next) => choose(withSubject(leaf.members, next, choices.attributes))}
              placeholder="Choose what it is about"
              none="Nothing is called that"
              {...wrong("field")}
            />
          </div>
          {subject === activity ? (
            <ActivityParts {...parts} />
          ) : (
            subject !== "" && <FieldParts {...parts} field={subject} />
          )}
        </div>
        {problem && (
          <div className="mt-1">
            <Notices id={noticeId} notices={[{ tone: "error", text: problem.message }]} />
          </div>
        )}
      </div>
      <NodeMenu node={leaf} />
    </li>
  );
}

interface WrongMark {
  describedBy: string | undefined;
  isWrong: boolean;
}

interface LeafPartsProps {
  name: string;
  leaf: RuleLeaf;
  choose: (members: Members) => void;
  write: (members: Members) => void;
  wrong: (member: string) => WrongMark;
}

function FieldParts({
  name,
  leaf,
  field,
  choose,
  write,
  wrong,
}: LeafPartsProps & { field: string }) {
  const { choices } = useRule();
  const { members } = leaf;
  const kind = kindOf(field, choices.attributes);
  const op = operatorOf(members);
  // Of an attribute that is gone there is nothing to compare.
  if (kind === undefined) return null;
  const { isWrong, describedBy } = wrong("op");
  return (
    <>
      <Select
        aria-label={`How ${name} compares`}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={op ?? ""}
        onValueChange={(next) => choose(withOperator(members, next as Operator))}
        options={operatorsOf[kind].map((one) => ({ value: one, label: operatorWords(kind, one) }))}
        className="w-auto max-w-full"
      />
      {op !== undefined && (
        <ValueBox
          label={`Value of ${name}`}
          kind={kind}
          op={op}
          value={members["value"]}
          onType={(value) => write(withMember(members, "value", value))}
          onChoose={(value) => choose(withMember(members, "value", value))}
          {...wrong("value")}
        />
      )}
    </>
  );
}

const deedOptions = deeds.flatMap((deed) => [
  { value: `did ${deed}`, label: deedWords[deed].did },
  { value: `didNot ${deed}`, label: deedWords[deed].didNot },
]);
const scopeOptions: readonly { value: Scope; label: string }[] = [
  { value: "anything", label: "any message" },
  { value: "campaign", label: "the campaign" },
  { value: "template", label: "the template" },
];
/** JSON can have both. */
const scopes = ["campaign", "template"] as const;
const timeOptions = [
  { value: "ever", label: "at any time" },
  { value: "within", label: "within the last" },
];

function ActivityParts({ name, leaf, choose, write, wrong }: LeafPartsProps) {
  const { members } = leaf;
  const { deed, isDone } = deedOf(members) ?? { deed: "read" as const, isDone: true };
  const scope = scopeOf(members);
  const { within } = members;
  return (
    <>
      <Select
        aria-label={`Activity of ${name}`}
        value={`${isDone ? "did" : "didNot"} ${deed}`}
        onValueChange={(next) => {
          const [verb, chosen] = next.split(" ");
          choose(withDeed(members, chosen as Deed, verb === "did"));
        }}
        options={deedOptions}
        className="w-auto max-w-full"
      />
      <Select
        aria-label={`Message of ${name}`}
        value={scope}
        onValueChange={(next) => choose(withScope(members, next as Scope))}
        options={scopeOptions}
        className="w-auto"
      />
      {scopes
        .filter((one) => members[one] !== undefined)
        .map((one) => (
          <div key={one} className="min-w-44 flex-1">
            <NamedBox
              kind={one}
              label={`${one === "campaign" ? "Campaign" : "Template"} of ${name}`}
              value={String(members[one])}
              onChoose={(value) => choose(withMember(members, one, value))}
              {...wrong(one)}
            />
          </div>
        ))}
      {deed === "pressed" && <ButtonBox {...{ name, members, write, wrong }} />}
      <Select
        aria-label={`Time of ${name}`}
        value={within === undefined ? "ever" : "within"}
        onValueChange={(next) =>
          choose(withMember(members, "within", next === "ever" ? undefined : "P30D"))
        }
        options={timeOptions}
        className="w-auto"
      />
      {within !== undefined && (
        <DurationBox
          label={`Time of ${name}, number`}
          value={within}
          onType={(value) => write(withMember(members, "within", value))}
          onChoose={(value) => choose(withMember(members, "within", value))}
          {...wrong("within")}
        />
      )}
    </>
  );
}

/** Which button was pressed; empty for any. */
function ButtonBox({
  name,
  members,
  write,
  wrong,
}: Pick<LeafPartsProps, "name" | "write" | "wrong"> & { members: Members }) {
  const { button } = members;
  const { text, type, settle } = useTyped(typeof button === "string" ? button : "", (typed) =>
    typed.trim(),
  );
  const { isWrong, describedBy } = wrong("button");
  return (
    <Input
      aria-label={`Button of ${name}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={describedBy}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="Any button"
      value={text}
      onChange={(event) => {
        type(event.target.value);
        write(withMember(members, "button", event.target.value.trim() || undefined));
      }}
      onBlur={settle}
      className="code w-40"
    />
  );
}
