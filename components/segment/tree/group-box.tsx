"use client";

import { FolderPlus, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Notices } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { groups, mostLeaves, mostLevels, type Group } from "@/lib/segment/rule";
import { groupWords } from "../rule/leaf-words";
import { useRule } from "../rule/rule-context";
import { addGroup, addLeaf, isGroup, leavesIn, setKind, type RuleGroup } from "../rule/rule-tree";
import { LeafRow } from "./leaf-row";
import { NodeMenu } from "./node-menu";
import { useNodeKeys } from "./use-node-keys";

const kindOptions = groups.map((kind) => ({ value: kind, label: groupWords[kind] }));

/** A group within another one. */
function InnerGroup({ group, level }: { group: RuleGroup; level: number }) {
  const { numbers } = useRule();
  return (
    <li
      data-node={group.id}
      aria-label={`Group ${numbers.get(group.id)}`}
      onKeyDownCapture={useNodeKeys(group.id)}
      className="rounded-md border border-line bg-sunken/60 py-2 pr-1 pl-2 sm:pl-3"
    >
      <GroupBox group={group} level={level} />
    </li>
  );
}

/**
 * A group: how its parts are combined, its parts, and below them what adds one.
 *
 * @param level 1 for the outermost
 */
export function GroupBox({ group, level }: { group: RuleGroup; level: number }) {
  const { tree, numbers, problems, step } = useRule();
  const name = level === 1 ? "the rule" : `group ${numbers.get(group.id)}`;
  const problem = problems.get(group.id);
  const noticeId = `node-${group.id}`;
  return (
    <>
      <div className="flex items-start justify-between gap-1">
        <Select
          aria-label={`How ${name} combines`}
          aria-describedby={problem ? `${noticeId}-notice-0` : undefined}
          size="sm"
          value={group.kind}
          onValueChange={(next) => step(setKind(tree, group.id, next as Group))}
          options={kindOptions}
          className="w-auto font-medium"
        />
        {level > 1 && <NodeMenu node={group} />}
      </div>
      {group.children.length > 0 && (
        <ul aria-label={`Parts of ${name}`} className="mt-2.5 space-y-2.5">
          {group.children.map((node) =>
            isGroup(node) ? (
              <InnerGroup key={node.id} group={node} level={level + 1} />
            ) : (
              <LeafRow key={node.id} leaf={node} />
            ),
          )}
        </ul>
      )}
      {problem && (
        <div className="mt-2">
          <Notices id={noticeId} notices={[{ tone: "error", text: problem.message }]} />
        </div>
      )}
      <AddButtons group={group} level={level} name={name} />
    </>
  );
}

function AddButtons({ group, level, name }: { group: RuleGroup; level: number; name: string }) {
  const { tree, apply } = useRule();
  const isFull = leavesIn(tree.root) >= mostLeaves;
  const full = isFull ? `A rule has at most ${mostLeaves} conditions` : undefined;
  const deep = `A rule has at most ${mostLevels} levels`;
  return (
    <div className={cn("mt-2.5 flex flex-wrap gap-1", level > 1 && "-mb-0.5")}>
      <Button
        icon={Plus}
        size="sm"
        variant={level === 1 ? "secondary" : "ghost"}
        aria-label={level === 1 ? "Add condition" : `Add condition to ${name}`}
        disabled={isFull || level >= mostLevels}
        title={full}
        onClick={() => apply(addLeaf(tree, group.id, {}), "Condition added")}
      >
        Add condition
      </Button>
      <Button
        icon={FolderPlus}
        size="sm"
        variant="ghost"
        aria-label={level === 1 ? "Add group" : `Add group to ${name}`}
        disabled={isFull || level + 2 > mostLevels}
        title={full ?? (level + 2 > mostLevels ? deep : undefined)}
        onClick={() =>
          apply(addGroup(tree, group.id, group.kind === "any" ? "all" : "any", {}), "Group added")
        }
      >
        Add group
      </Button>
    </div>
  );
}
