import { endOfString } from "./exact-json";
import { stepsOf } from "./pointer";
import type { Problem } from "./problem";

/** Members with problems as a tree of names, so that the walk over the text skips all others. */
interface NamedNode {
  children: Map<string, NamedNode>;
  /** Where the member stands in the text; -1 when it is not there. */
  offset: number;
}

interface Level {
  node: NamedNode | undefined;
  index: number;
  naming: boolean;
  object: boolean;
}

/**
 * Problems in the order of the members as written (contract 2). A member that is not there stands
 * where its nearest parent does; problems of one place keep their order. `text` must be well-formed
 * JSON.
 */
export function inDocumentOrder(problems: readonly Problem[], text: string): Problem[] {
  if (problems.length < 2) return [...problems];
  const root: NamedNode = { children: new Map(), offset: 0 };
  for (const { pointer } of problems) {
    let node = root;
    for (const step of stepsOf(pointer)) {
      let next = node.children.get(step);
      if (!next) node.children.set(step, (next = { children: new Map(), offset: -1 }));
      node = next;
    }
  }
  locate(text, root);
  return problems
    .map((problem, index) => ({ problem, index, offset: offsetOf(problem.pointer, root) }))
    .sort((a, b) => a.offset - b.offset || a.index - b.index)
    .map(({ problem }) => problem);
}

function offsetOf(pointer: string, root: NamedNode): number {
  let node = root;
  for (const step of stepsOf(pointer)) {
    const next = node.children.get(step);
    if (!next || next.offset < 0) break;
    node = next;
  }
  return node.offset;
}

function locate(text: string, root: NamedNode): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  // The node of the value that comes next.
  let node: NamedNode | undefined = root;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const close = endOfString(text, at);
        if (level?.naming) {
          level.naming = false;
          node = level.node?.children.get(JSON.parse(text.slice(at, close + 1)) as string);
          if (node) node.offset = at;
        }
        at = close;
        break;
      }
      case 0x7b:
      case 0x5b: {
        const object = text.charCodeAt(at) === 0x7b;
        level = { node, index: 0, naming: object, object };
        levels.push(level);
        if (!object) node = enter(level, at + 1);
        break;
      }
      case 0x7d:
      case 0x5d:
        levels.pop();
        level = levels.at(-1);
        break;
      case 0x2c:
        if (!level) break;
        if (level.object) level.naming = true;
        else {
          level.index += 1;
          node = enter(level, at);
        }
        break;
      default:
    }
  }
}

/** The node of an array's current element, which begins after `offset`. */
function enter(level: Level, offset: number): NamedNode | undefined {
  const node = level.node?.children.get(String(level.index));
  if (node) node.offset = offset;
  return node;
}
