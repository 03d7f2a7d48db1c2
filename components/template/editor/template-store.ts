import { isObject } from "@/lib/compose/held";

/** The part of `Storage` that is used. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A draft that only this tab has, and what it was written from. */
export interface LocalTemplate {
  content: string;
  /** What the server had, and its revision. */
  base: string;
  revision: number;
  /** Contents that were sent to be saved and have no answer, oldest first. */
  unanswered: readonly string[];
}

export interface TemplateStore {
  read: () => LocalTemplate | undefined;
  write: (draft: LocalTemplate) => void;
  clear: () => void;
}

/**
 * Keeps the draft of a template across a reload until the server has it: in this tab alone, gone with it. A store that is full or forbidden keeps nobody from
 * writing.
 *
 * @param who the member whose draft it is
 * @param id the template
 */
export function templateStore(open: () => Store, who: string, id: string): TemplateStore {
  const key = `clarion.template.2.${who}.${id}`;
  const attempt = <T>(action: (store: Store) => T): T | undefined => {
    try {
      return action(open());
    } catch {
      return undefined;
    }
  };
  return {
    read: () =>
      attempt((store) => {
        const value: unknown = JSON.parse(store.getItem(key) ?? "null");
        if (!isObject(value)) return undefined;
        const { content, base, revision, unanswered } = value;
        const isWhole =
          typeof content === "string" && typeof base === "string" && typeof revision === "number" && Array.isArray(unanswered);
        return isWhole ? { content, base, revision, unanswered } : undefined;
      }),
    write: (draft) => attempt((store) => store.setItem(key, JSON.stringify(draft))),
    clear: () => attempt((store) => store.removeItem(key)),
  };
}
