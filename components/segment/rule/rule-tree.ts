import { isObject } from "@/lib/interface/value-shape";
import { groups, type Group } from "@/lib/segment/rule";

/** A group of conditions. A node has one id for as long as it exists: keys and focus go by it. */
export interface RuleGroup {
  id: number;
  kind: Group;
  children: readonly RuleNode[];
}

/**
 * A condition, with the members that its JSON has: also unfinished ones, and a number as it was
 * typed.
 */
export interface RuleLeaf {
  id: number;
  members: Readonly<Record<string, unknown>>;
}

export type RuleNode = RuleGroup | RuleLeaf;

/** A rule as it is edited. The outermost node is always a group. */
export interface RuleTree {
  root: RuleGroup;
  /** The id of the node that is added next. */
  nextId: number;
}

/** A change, and the node that has the focus after it. */
export interface Change {
  tree: RuleTree;
  focus: number;
}

export function isGroup(node: RuleNode): node is RuleGroup {
  return "children" in node;
}

/**
 * Reads a rule from JSON; what is no rule at all becomes an empty group. A rule that is one
 * condition becomes a group with that condition, which selects the same users.
 *
 * @param firstId of the first node; those of a rule in whose place it comes are lower
 */
export function readRule(rule: unknown, firstId = 1): RuleTree {
  let nextId = firstId;
  const readNode = (value: unknown): RuleNode => {
    const id = nextId++;
    const members = isObject(value) ? value : {};
    const kind = groups.find((one) => Array.isArray(members[one]));
    if (kind === undefined) return { id, members };
    return { id, kind, children: (members[kind] as unknown[]).map(readNode) };
  };
  const node = readNode(rule);
  if (isGroup(node)) return { root: node, nextId };
  const children = Object.keys(node.members).length === 0 ? [] : [node];
  return { root: { id: nextId, kind: "all", children }, nextId: nextId + 1 };
}

/** The nodes of a rule in the order in which they are read, groups before what is in them. */
export function nodesIn(node: RuleNode): readonly RuleNode[] {
  return isGroup(node) ? [node, ...node.children.flatMap(nodesIn)] : [node];
}

/** The JSON of a node. */
export function writeNode(node: RuleNode): unknown {
  return isGroup(node) ? { [node.kind]: node.children.map(writeNode) } : node.members;
}

/** Where a node is: its group, its place in it from 0, and the level of that group from 1. */
interface Place {
  parent: RuleGroup;
  index: number;
  level: number;
}

/** Finds a node below a group; undefined for the group itself and for an unknown id. */
export function placeOf(group: RuleGroup, id: number, level = 1): Place | undefined {
  for (const [index, child] of group.children.entries()) {
    if (child.id === id) return { parent: group, index, level };
    const place = isGroup(child) ? placeOf(child, id, level + 1) : undefined;
    if (place) return place;
  }
  return undefined;
}

/** The node of an id; undefined for an unknown one. */
export function nodeOf({ root }: RuleTree, id: number): RuleNode | undefined {
  if (id === root.id) return root;
  const place = placeOf(root, id);
  return place?.parent.children[place.index];
}

/** How many conditions a node has. */
export function leavesIn(node: RuleNode): number {
  return nodesIn(node).filter((one) => !isGroup(one)).length;
}

/** How many levels a node has, its own included: a condition has one. */
export function levelsIn(node: RuleNode): number {
  return isGroup(node) ? 1 + Math.max(0, ...node.children.map(levelsIn)) : 1;
}

/** Replaces a node below a group by others. */
function replaced(
  group: RuleGroup,
  id: number,
  by: (node: RuleNode) => readonly RuleNode[],
): RuleGroup {
  const children = group.children.flatMap((child) =>
    child.id === id ? by(child) : [isGroup(child) ? replaced(child, id, by) : child],
  );
  const isSame =
    children.length === group.children.length &&
    children.every((child, at) => child === group.children[at]);
  return isSame ? group : { ...group, children };
}

/** Changes a group, the outermost one included. */
function withGroup(
  root: RuleGroup,
  id: number,
  change: (group: RuleGroup) => RuleGroup,
): RuleGroup {
  if (root.id === id) return change(root);
  return replaced(root, id, (node) => [isGroup(node) ? change(node) : node]);
}

function inserted(root: RuleGroup, groupId: number, at: number, node: RuleNode): RuleGroup {
  return withGroup(root, groupId, (group) => ({
    ...group,
    children: group.children.toSpliced(at, 0, node),
  }));
}

/** Adds a condition at the end of a group. */
export function addLeaf(tree: RuleTree, groupId: number, members: RuleLeaf["members"]): Change {
  const leaf: RuleLeaf = { id: tree.nextId, members };
  const root = inserted(tree.root, groupId, Number.MAX_SAFE_INTEGER, leaf);
  return { tree: { root, nextId: tree.nextId + 1 }, focus: leaf.id };
}

/** Adds a group with one condition at the end of a group; the focus goes to that condition. */
export function addGroup(
  tree: RuleTree,
  groupId: number,
  kind: Group,
  members: RuleLeaf["members"],
): Change {
  const leaf: RuleLeaf = { id: tree.nextId + 1, members };
  const group: RuleGroup = { id: tree.nextId, kind, children: [leaf] };
  const root = inserted(tree.root, groupId, Number.MAX_SAFE_INTEGER, group);
  return { tree: { root, nextId: tree.nextId + 2 }, focus: leaf.id };
}

/**
 * Removes a node. The focus goes to the one after it, else to the one before it, else to the group
 * that it was in. The outermost group is emptied instead.
 */
export function removeNode(tree: RuleTree, id: number): Change {
  const { root } = tree;
  const place = placeOf(root, id);
  if (!place)
    return {
      tree: id === root.id ? { ...tree, root: { ...root, children: [] } } : tree,
      focus: root.id,
    };
  const { parent, index } = place;
  const next = parent.children[index + 1] ?? parent.children[index - 1] ?? parent;
  return { tree: { ...tree, root: replaced(root, id, () => []) }, focus: next.id };
}

/**
 * Moves a node one place up (-1) or down (1), as it is read: into a group that it meets, and out of
 * its own at its ends. Passes over a group that would become deeper than `mostLevels`. The same
 * tree where there is no such place.
 */
export function moveNode(tree: RuleTree, id: number, step: -1 | 1, mostLevels: number): RuleTree {
  const { root } = tree;
  const place = placeOf(root, id);
  const node = place?.parent.children[place.index];
  if (!place || !node) return tree;
  const { parent, index, level } = place;
  const without = replaced(root, id, () => []);
  const neighbour = parent.children[index + step];
  const put = (groupId: number, at: number) => ({
    ...tree,
    root: inserted(without, groupId, at, node),
  });
  if (neighbour === undefined) {
    const outer = placeOf(root, parent.id);
    return outer ? put(outer.parent.id, step < 0 ? outer.index : outer.index + 1) : tree;
  }
  if (isGroup(neighbour) && level + 1 + levelsIn(node) <= mostLevels)
    return put(neighbour.id, step < 0 ? Number.MAX_SAFE_INTEGER : 0);
  return put(parent.id, index + step);
}

/** Puts a copy of a node behind it. The focus goes to the copy. */
export function copyNode(tree: RuleTree, id: number): Change {
  const node = nodeOf(tree, id);
  const place = placeOf(tree.root, id);
  if (!node || !place) return { tree, focus: id };
  let { nextId } = tree;
  const copied = (one: RuleNode): RuleNode => {
    const copy = { ...one, id: nextId++ };
    return isGroup(copy) ? { ...copy, children: copy.children.map(copied) } : copy;
  };
  const copy = copied(node);
  const root = inserted(tree.root, place.parent.id, place.index + 1, copy);
  return { tree: { root, nextId }, focus: copy.id };
}

/** Puts a node into a new group in its place. The focus stays on the node. */
export function groupNode(tree: RuleTree, id: number, kind: Group): Change {
  const root = replaced(tree.root, id, (node) => [{ id: tree.nextId, kind, children: [node] }]);
  return { tree: { root, nextId: tree.nextId + 1 }, focus: id };
}

/**
 * Puts the children of a group in its place. The focus goes to the first of them, else to the group
 * around. The outermost group stays.
 */
export function ungroup(tree: RuleTree, id: number): Change {
  const place = placeOf(tree.root, id);
  const group = nodeOf(tree, id);
  if (!place || !group || !isGroup(group)) return { tree, focus: id };
  const root = replaced(tree.root, id, () => group.children);
  return { tree: { ...tree, root }, focus: group.children[0]?.id ?? place.parent.id };
}

/** Combines the parts of a group in another way. */
export function setKind(tree: RuleTree, id: number, kind: Group): RuleTree {
  return { ...tree, root: withGroup(tree.root, id, (group) => ({ ...group, kind })) };
}

/** Changes the members of a condition. */
export function setLeaf(tree: RuleTree, id: number, members: RuleLeaf["members"]): RuleTree {
  return { ...tree, root: replaced(tree.root, id, (leaf) => [{ id: leaf.id, members }]) };
}

/**
 * The node that a JSON Pointer into the rule names, and the steps below it: `/all/0/value/2` is the
 * first condition and `["value", "2"]`.
 */
export function nodeAtPointer(
  { root }: RuleTree,
  steps: readonly string[],
): { id: number; rest: readonly string[] } {
  let node: RuleNode = root;
  let at = 0;
  while (isGroup(node) && steps[at] === node.kind) {
    const child: RuleNode | undefined = node.children[Number(steps[at + 1])];
    if (!child) break;
    node = child;
    at += 2;
  }
  return { id: node.id, rest: steps.slice(at) };
}
