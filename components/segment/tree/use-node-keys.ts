"use client";

import type { KeyboardEvent } from "react";
import { mostLevels } from "@/lib/segment/rule";
import { useRule } from "../rule/rule-context";
import { isGroup, moveNode, nodeOf } from "../rule/rule-tree";

/**
 * Alt, Shift and an arrow key move the node that has the focus. Captured: a field would open its
 * list by the same arrows.
 */
export function useNodeKeys(id: number): (event: KeyboardEvent<HTMLElement>) => void {
  const { tree, apply } = useRule();
  // Of a condition within groups each hears the key.
  const isNearest = ({ target }: KeyboardEvent) => {
    const node = nodeOf(tree, id);
    if (!node || !isGroup(node)) return true;
    const nearest = target instanceof Element ? target.closest("[data-node]") : null;
    return nearest?.getAttribute("data-node") === String(id);
  };
  return (event) => {
    const isArrow = event.key === "ArrowUp" || event.key === "ArrowDown";
    if (!isArrow || !event.altKey || !event.shiftKey || !isNearest(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const isUp = event.key === "ArrowUp";
    const moved = moveNode(tree, id, isUp ? -1 : 1, mostLevels);
    if (moved !== tree) apply({ tree: moved, focus: id }, isUp ? "Moved up" : "Moved down");
  };
}
