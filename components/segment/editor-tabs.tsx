"use client";

import { JsonEditor, JsonStop } from "@/components/editor/panel/json-editor";
import { Tabs } from "@/components/ui/tabs";
import type { EditorText } from "@/lib/compose/editor-text";
import { RuleWords } from "./rule-words";
import type { RuleChoices } from "./rule/choices";
import type { RuleEditing } from "./rule/rule-context";
import { RuleEditor } from "./rule/rule-editor";
import { ruleInText, ruleText } from "./rule/rule-in-text";
import type { NodeProblem } from "./rule/rule-problems";
import type { useSegmentDraft } from "./rule/use-segment-draft";

export type EditorTab = "rule" | "json";

interface EditorTabsProps extends Pick<RuleEditing, "find"> {
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
  draft: ReturnType<typeof useSegmentDraft>;
  choices: RuleChoices;
  problems: ReadonlyMap<number, NodeProblem>;
  /** Saves that were stopped by what is missing. */
  stops: number;
  /** What was typed as JSON and cannot be read yet. */
  unread: EditorText | undefined;
  onUnread: (unread: EditorText | undefined) => void;
  /** The rule in words, as far as it is finished. */
  words: string | undefined;
}

/** The rule as a tree, and as JSON. */
export function EditorTabs({
  tab,
  onTab,
  draft,
  choices,
  problems,
  stops,
  unread,
  onUnread,
  words,
  find,
}: EditorTabsProps) {
  const { tree } = draft.content;
  return (
    <Tabs
      label="Views of the rule"
      value={tab}
      onValueChange={(value) => onTab(value as EditorTab)}
      items={[
        {
          value: "rule",
          label: "Rule",
          content: (
            <div className="space-y-4">
              <RuleWords words={words} />
              <RuleEditor
                tree={tree}
                choices={choices}
                problems={problems}
                showsAll={stops > 0}
                step={draft.changeRule}
                type={draft.typeRule}
                find={find}
              />
            </div>
          ),
        },
        {
          value: "json",
          label: "JSON",
          content: (
            <>
              {stops > 0 && unread && (
                <JsonStop
                  unread={unread}
                  noun="rule"
                  undone="Nothing was saved."
                  onDiscard={() => {
                    onUnread(undefined);
                    onTab("rule");
                  }}
                />
              )}
              <JsonEditor
                subject={{
                  name: "Rule",
                  noun: "rule",
                  whole: ruleText(tree),
                  hint: "As programs send it. Paste any rule here and go on in the form.",
                  read: ruleInText(tree.nextId),
                  onAdopt: draft.typeRule,
                }}
                unread={unread}
                onUnread={onUnread}
              />
            </>
          ),
        },
      ]}
    />
  );
}
