/*
 * Translation in the browser replaces each text node by `<font><font>…</font></font>`, with the
 * node inside or without it. React goes on with the nodes that it created: it removes them from the
 * parent that they had, inserts before them and writes into them (decision 29).
 */

/** The element that stands where a text node was, while the node is not on the page. */
const standIns = new WeakMap<Node, Element>();
const replacedTexts = new WeakMap<Element, Text>();

/** Lets React change a page that the browser translates. Called once, before React draws. */
export function followTranslation(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const observer = new MutationObserver((records) => follow(records, observer));
  observer.observe(document, { childList: true, subtree: true });
  /** A script of the page may run between a translation and the call of the observer. */
  const catchUp = () => follow(observer.takeRecords(), observer);

  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    catchUp();
    return removeTranslated(this, child) ? child : (removeChild.call(this, child) as T);
  };
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    takeTranslationOf(node, catchUp);
    if (next === null || next.parentNode === this) return insertBefore.call(this, node, next) as T;
    catchUp();
    const place = placeOf(this, next) ?? { parent: this, next };
    return insertBefore.call(place.parent, node, place.next) as T;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    takeTranslationOf(node, catchUp);
    return appendChild.call(this, node) as T;
  };
}

function isFont(node: Node | null | undefined): node is HTMLElement {
  return node?.nodeName === "FONT";
}

function follow(records: readonly MutationRecord[], observer: MutationObserver): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === "characterData") {
      putBack(target);
      continue;
    }
    for (const node of removedNodes) {
      if (!(node instanceof Text) || node.isConnected || standIns.has(node)) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (one) => isFont(one) && !replacedTexts.has(one),
      );
      if (!isFont(font)) continue;
      standIns.set(node, font);
      replacedTexts.set(font, node);
      // React writes into it as before: `putBack`.
      observer.observe(node, { characterData: true });
    }
  }
}

/**
 * Puts a text that React has changed where its translation stands, which says what it said before.
 * The browser translates it again.
 */
function putBack(text: Node): void {
  const font = standIns.get(text);
  if (!font || text.isConnected) return;
  forget(text, font);
  font.parentNode?.replaceChild(text, font);
}

function forget(text: Node, font: Element): void {
  standIns.delete(text);
  replacedTexts.delete(font);
}

/** Removes a node, or what stands for it. Returns false where neither is in the parent. */
function removeTranslated(parent: Node, child: Node): boolean {
  const font = standIns.get(child);
  if (font) {
    forget(child, font);
    if (isWithin(parent, font)) removeWithFonts(font);
    return true;
  }
  if (isWithin(parent, child)) {
    removeWithFonts(child);
    return true;
  }
  // Translated together with an adjacent text.
  return child instanceof Text && child.parentNode === null;
}

/** Whether there are only `<font>` between a node and its parent. */
function isWithin(parent: Node, node: Node): boolean {
  let above = node.parentNode;
  while (above !== parent && isFont(above)) above = above.parentNode;
  return above === parent;
}

/** Removes a node, and each `<font>` around it that is empty then. */
function removeWithFonts(node: Node): void {
  const parent = node.parentNode;
  if (!parent) return;
  parent.removeChild(node);
  if (isFont(parent) && parent.firstChild === null) removeWithFonts(parent);
}

/**
 * Where a node goes that React inserts before another one. Undefined where the other one is not in
 * the parent.
 */
function placeOf(parent: Node, next: Node): { parent: Node; next: Node | null } | undefined {
  let at: Node = standIns.get(next) ?? next;
  if (!isWithin(parent, at))
    return next instanceof Text && next.parentNode === null ? { parent, next: null } : undefined;
  while (at.parentNode !== parent && isFont(at.parentNode) && at.previousSibling === null)
    at = at.parentNode;
  return at.parentNode ? { parent: at.parentNode, next: at } : undefined;
}

/** Takes the translation of a text away that is about to be put into the page. */
function takeTranslationOf(node: Node, catchUp: () => void): void {
  if (!(node instanceof Text)) return;
  if (isFont(node.parentNode)) return removeWithFonts(node);
  if (node.parentNode !== null) return;
  catchUp();
  const font = standIns.get(node);
  if (!font) return;
  forget(node, font);
  removeWithFonts(font);
}
