"use client";

import {
  ArrowDown,
  ArrowUp,
  Copy,
  Ellipsis,
  FolderInput,
  FolderOutput,
  Trash2,
} from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/overlay/dropdown-menu";
import { Kbd } from "@/components/ui/verbatim";
import { mostLeaves, mostLevels } from "@/lib/segment/rule";
import { useRule } from "../rule/rule-context";
import {
  copyNode,
  groupNode,
  isGroup,
  leavesIn,
  levelsIn,
  moveNode,
  placeOf,
  removeNode,
  ungroup,
  type RuleNode,
} from "../rule/rule-tree";

/** What can be done to a condition or a group. */
export function NodeMenu({ node }: { node: RuleNode }) {
  const { tree, numbers, apply } = useRule();
  const { id } = node;
  const noun = isGroup(node) ? "group" : "condition";
  const up = moveNode(tree, id, -1, mostLevels);
  const down = moveNode(tree, id, 1, mostLevels);
  const level = placeOf(tree.root, id)?.level ?? 1;
  return (
    <DropdownMenu
      trigger={
        <IconButton
          icon={Ellipsis}
          label={`Actions for ${noun} ${numbers.get(id)}`}
          className="mt-0.5"
        />
      }
    >
      <MenuItem
        icon={<ArrowUp aria-hidden />}
        trailing={<MoveKeys arrow="↑" />}
        disabled={up === tree}
        onSelect={() => apply({ tree: up, focus: id }, "Moved up")}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        trailing={<MoveKeys arrow="↓" />}
        disabled={down === tree}
        onSelect={() => apply({ tree: down, focus: id }, "Moved down")}
      >
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<FolderInput aria-hidden />}
        disabled={level + 1 + levelsIn(node) > mostLevels}
        onSelect={() => apply(groupNode(tree, id, "any"), "Put into a group")}
      >
        Put into a group
      </MenuItem>
      {isGroup(node) && (
        <MenuItem
          icon={<FolderOutput aria-hidden />}
          onSelect={() => apply(ungroup(tree, id), "Ungrouped")}
        >
          Ungroup
        </MenuItem>
      )}
      <MenuItem
        icon={<Copy aria-hidden />}
        disabled={leavesIn(tree.root) + leavesIn(node) > mostLeaves}
        onSelect={() => apply(copyNode(tree, id), "Duplicated")}
      >
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        danger
        onSelect={() => apply(removeNode(tree, id), "Removed")}
      >
        Remove
      </MenuItem>
    </DropdownMenu>
  );
}

function MoveKeys({ arrow }: { arrow: string }) {
  return (
    <span aria-hidden className="flex gap-0.5 max-sm:hidden">
      <Kbd>Alt</Kbd>
      <Kbd>Shift</Kbd>
      <Kbd>{arrow}</Kbd>
    </span>
  );
}
