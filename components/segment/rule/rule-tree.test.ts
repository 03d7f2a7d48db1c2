import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addGroup,
  addLeaf,
  groupNode,
  isGroup,
  leavesIn,
  levelsIn,
  moveNode,
  nodeAtPointer,
  nodeOf,
  nodesIn,
  placeOf,
  readRule,
  removeNode,
  setKind,
  setLeaf,
  ungroup,
  writeNode,
  type RuleTree,
} from "./rule-tree";

const leaf = (name: string) => ({ field: name });
const rule: { all: unknown[] } = {
  all: [leaf("a"), { any: [leaf("b"), leaf("c")] }, leaf("d")],
};
const ruleJson = ({ root }: RuleTree) => writeNode(root);
/** The id of the condition on a field. */
function idOf(tree: RuleTree, field: string): number {
  return (
    nodesIn(tree.root).find((node) => !isGroup(node) && node.members["field"] === field)?.id ?? 0
  );
}
const groupOf = (tree: RuleTree, field: string) =>
  placeOf(tree.root, idOf(tree, field))?.parent.id ?? 0;

describe("readRule", () => {
  it("reads and writes the same JSON", () => {
    expect(ruleJson(readRule(rule))).toEqual(rule);
  });

  it("puts a rule that is one condition into a group", () => {
    expect(ruleJson(readRule(leaf("a")))).toEqual({ all: [leaf("a")] });
  });

  it("reads no rule at all as an empty group", () => {
    expect(ruleJson(readRule(undefined))).toEqual({ all: [] });
  });
});

describe("changes of a rule", () => {
  it("a condition is added at the end of its group and has the focus", () => {
    const tree = readRule(rule);
    const { tree: next, focus } = addLeaf(tree, groupOf(tree, "b"), leaf("x"));
    expect(ruleJson(next)).toEqual({
      all: [leaf("a"), { any: [leaf("b"), leaf("c"), leaf("x")] }, leaf("d")],
    });
    expect(nodeOf(next, focus)).toMatchObject({ members: leaf("x") });
  });

  it("a group is added with one condition, which has the focus", () => {
    const tree = readRule(leaf("a"));
    const { tree: next, focus } = addGroup(tree, tree.root.id, "none", leaf("x"));
    expect(ruleJson(next)).toEqual({ all: [leaf("a"), { none: [leaf("x")] }] });
    expect(nodeOf(next, focus)).toMatchObject({ members: leaf("x") });
  });

  it("after a removal the next node has the focus, else the one before, else the group", () => {
    const tree = readRule(rule);
    const first = removeNode(tree, idOf(tree, "b"));
    expect(first.focus).toBe(idOf(tree, "c"));
    const last = removeNode(tree, idOf(tree, "d"));
    expect(last.focus).toBe(groupOf(tree, "b"));
    const only = removeNode(first.tree, idOf(tree, "c"));
    expect(only.focus).toBe(groupOf(tree, "c"));
    expect(ruleJson(only.tree)).toEqual({ all: [leaf("a"), { any: [] }, leaf("d")] });
  });

  it("the outermost group is emptied instead of removed", () => {
    const tree = readRule(rule);
    expect(ruleJson(removeNode(tree, tree.root.id).tree)).toEqual({ all: [] });
  });

  it("a node moves into a group that it meets and out of its own at its end", () => {
    const tree = readRule(rule);
    const inside = moveNode(tree, idOf(tree, "a"), 1, 6);
    expect(ruleJson(inside)).toEqual({
      all: [{ any: [leaf("a"), leaf("b"), leaf("c")] }, leaf("d")],
    });
    expect(ruleJson(moveNode(inside, idOf(tree, "a"), -1, 6))).toEqual(rule);
    const below = moveNode(tree, idOf(tree, "c"), 1, 6);
    expect(ruleJson(below)).toEqual({
      all: [leaf("a"), { any: [leaf("b")] }, leaf("c"), leaf("d")],
    });
    expect(moveNode(tree, idOf(tree, "a"), -1, 6)).toBe(tree);
    expect(moveNode(tree, tree.root.id, 1, 6)).toBe(tree);
  });

  it("a group that would become too deep is passed over", () => {
    const tree = readRule({ all: [{ any: [leaf("a")] }, { none: [leaf("b")] }] });
    expect(ruleJson(moveNode(tree, groupOf(tree, "a"), 1, 3))).toEqual({
      all: [{ none: [leaf("b")] }, { any: [leaf("a")] }],
    });
    expect(ruleJson(moveNode(tree, groupOf(tree, "a"), 1, 4))).toEqual({
      all: [{ none: [{ any: [leaf("a")] }, leaf("b")] }],
    });
  });

  it("a node that is put into a group and ungrouped again stands where it stood", () => {
    const tree = readRule(rule);
    const grouped = groupNode(tree, idOf(tree, "d"), "none");
    expect(ruleJson(grouped.tree)).toEqual({
      ...rule,
      all: rule.all.toSpliced(2, 1, { none: [leaf("d")] }),
    });
    const apart = ungroup(grouped.tree, groupOf(grouped.tree, "d"));
    expect(ruleJson(apart.tree)).toEqual(rule);
    expect(apart.focus).toBe(idOf(tree, "d"));
    expect(ruleJson(ungroup(tree, tree.root.id).tree)).toEqual(rule);
  });

  it("a group changes how it combines, and a condition its members", () => {
    const tree = readRule(rule);
    const changed = setLeaf(setKind(tree, groupOf(tree, "b"), "none"), idOf(tree, "b"), leaf("x"));
    expect(ruleJson(changed)).toEqual({
      all: [leaf("a"), { none: [leaf("x"), leaf("c")] }, leaf("d")],
    });
    expect(ruleJson(setKind(tree, tree.root.id, "any"))).toEqual({ any: rule.all });
  });
});

it("a pointer into the JSON names its node", () => {
  const tree = readRule(rule);
  expect(nodeAtPointer(tree, ["all", "1", "any", "0", "value", "2"])).toEqual({
    id: idOf(tree, "b"),
    rest: ["value", "2"],
  });
  expect(nodeAtPointer(tree, ["all"])).toEqual({ id: tree.root.id, rest: ["all"] });
  expect(nodeAtPointer(tree, ["all", "7"])).toEqual({ id: tree.root.id, rest: ["all", "7"] });
});

const ruleArbitrary = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.string({ minLength: 1 }).map(leaf),
    fc
      .tuple(fc.constantFrom("all", "any", "none"), fc.array(tie("node"), { maxLength: 4 }))
      .map(([kind, children]) => ({ [kind]: children })),
  ),
})).node;

it("moves lose nothing, keep the depth and can be gone back", () => {
  fc.assert(
    fc.property(
      ruleArbitrary,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(-1, 1))),
      (json, moves) => {
        let tree = readRule(json);
        const most = Math.max(levelsIn(tree.root), 4);
        const leaves = leavesIn(tree.root);
        for (const [pick, step] of moves) {
          const id = pick % tree.nextId;
          const next = moveNode(tree, id, step as -1 | 1, most);
          const again = next === tree ? tree : moveNode(next, id, step === 1 ? -1 : 1, most);
          expect(leavesIn(next.root)).toBe(leaves);
          expect(levelsIn(next.root)).toBeLessThanOrEqual(most);
          expect(ruleJson(again)).toEqual(ruleJson(tree));
          tree = next;
        }
      },
    ),
  );
});
