import { isLoadingAgain } from "@/components/version/page-version";

/** A page that something wants to leave, while forms on it have changes. */
export interface LeaveRequest {
  /** What the forms with changes are called. */
  names: readonly string[];
  /** Leaves. The changes are given up: no further question. */
  go: () => void;
}

interface PageState {
  href: string;
  state: unknown;
}

/** Forms with changes that are not saved, by id. Module state: a tab has one page. */
const unsaved = new Map<string, { name: string; isStored: boolean }>();
/**
 * The entry of the history that those forms are on: at `popstate` the browser is at another one
 * already.
 */
let here: PageState | undefined;
let asker: ((leaving: LeaveRequest) => void) | undefined;
/** From which path, and when, this tab began to go to another page. */
let begun: { pathname: string; at: number } | undefined;
/** A page that has not come in this time will not. Milliseconds. */
const longestWayMs = 30_000;
/** Says that nothing can be opened without a connection. */
let offline: (() => void) | undefined;

/**
 * Marks a form as having changes that are not saved.
 *
 * @param isStored whether they survive that the page is loaded again in another version, so that it
 *   asks nothing then
 * @returns takes the mark off
 */
export function markUnsaved(id: string, name: string, isStored = false): () => void {
  unsaved.set(id, { name, isStored });
  here = { href: window.location.href, state: window.history.state };
  return () => void unsaved.delete(id);
}

/** Whether a form of this page has changes that are not saved. */
function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/**
 * Whether another page was chosen that is not there yet: the router gives it up when a script
 * writes an address meanwhile.
 */
export function isLeaving(): boolean {
  return (
    begun?.pathname === window.location.pathname && performance.now() - begun.at < longestWayMs
  );
}

/** The page that was chosen is there. */
export function endLeaving(): void {
  begun = undefined;
}

function begin(): void {
  begun = { pathname: window.location.pathname, at: performance.now() };
}

/**
 * Leaves the page, after a question when a form on it has changes that are not saved. For
 * navigation that is no link: palette, shortcuts, signing out. Without a connection it stays: the
 * browser would show an error page of its own in place of what is written here.
 */
export function leavePage(go: () => void): void {
  if (offline && !navigator.onLine) return offline();
  const leave = () => {
    begin();
    go();
  };
  if (!asker || unsaved.size === 0) return leave();
  asker({
    names: [...new Set(Array.from(unsaved.values(), ({ name }) => name))],
    go: () => {
      unsaved.clear();
      leave();
    },
  });
}

/**
 * Asks before this tab leaves a page with unsaved changes: by a link, closing or reloading it,
 * `leavePage`, and by Back and Forward where {@link guardHistory} is.
 *
 * @param ask shows the question
 * @param push goes to a path of the console
 * @param stay says that nothing can be opened without a connection
 * @returns stops it
 */
export function guardPage(
  ask: (leaving: LeaveRequest) => void,
  push: (path: string) => void,
  stay: () => void,
): () => void {
  const clicked = (event: MouseEvent) => {
    const link = followedLink(event);
    if (!link || isSamePage(link.href)) return;
    if (!hasUnsaved() && navigator.onLine) return begin();
    event.preventDefault();
    event.stopPropagation();
    const { origin, href, pathname, search, hash } = link;
    leavePage(() =>
      origin === window.location.origin
        ? push(pathname + search + hash)
        : window.location.assign(href),
    );
  };
  const unloading = (event: BeforeUnloadEvent) => {
    const isLost = isLoadingAgain()
      ? [...unsaved.values()].some(({ isStored }) => !isStored)
      : hasUnsaved();
    if (isLost) event.preventDefault();
  };
  asker = ask;
  offline = stay;
  // Captured: before the router and React's own listeners.
  window.addEventListener("click", clicked, true);
  window.addEventListener("beforeunload", unloading);
  return () => {
    asker = undefined;
    offline = undefined;
    window.removeEventListener("click", clicked, true);
    window.removeEventListener("beforeunload", unloading);
  };
}

/**
 * Has Back and Forward ask. Browsers call the listeners of `popstate` in their order, so this is
 * called before the router adds its own: in an effect of what is inside of it on every page.
 *
 * @returns stops it
 */
export function guardHistory(): () => void {
  const popped = (event: PopStateEvent) => {
    if (!asker || !hasUnsaved() || !here || isSamePage(here.href)) return;
    // The router must not see it: it would draw the other page.
    event.stopImmediatePropagation();
    window.history.pushState(here.state, "", here.href);
    leavePage(() => window.history.back());
  };
  window.addEventListener("popstate", popped);
  return () => window.removeEventListener("popstate", popped);
}

/**
 * The link that a click follows in this tab; undefined for any other click, downloads and other
 * tabs included.
 */
function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || !/^https?:$/.test(link.protocol) || link.hasAttribute("download")) return undefined;
  return link.target === "" || link.target === "_self" ? link : undefined;
}

/** Whether an address differs from this one in its fragment at most. */
function isSamePage(href: string): boolean {
  const target = new URL(href);
  const { origin, pathname, search } = window.location;
  return target.origin === origin && target.pathname === pathname && target.search === search;
}
