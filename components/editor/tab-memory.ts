import { atServer } from "@/components/ui/browser/at-server";
import { tryTo } from "@/components/ui/browser/try-to";
import type { TabCopy } from "@/lib/editor/document";
import { isObject } from "@/lib/interface/value-shape";
import type { Memory } from "./document-store";

/** The part of `Storage` that is used. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * What this tab stores, gone with it; undefined at the server, and where the browser forbids it.
 */
export function tabStore(): TabStorage | undefined {
  return atServer ? undefined : tryTo(() => window.sessionStorage);
}

/** A content as JSON; `unpack` returns undefined for a value that is none. */
interface Codec<C> {
  pack: (content: C) => unknown;
  unpack: (value: unknown) => C | undefined;
}

/**
 * Stores a document in this tab. If the store is full or forbidden, the user can still write.
 *
 * @param keyOf the key of a document by its id; null for one that the server does not have yet
 */
export function tabMemory<C>(
  store: TabStorage | undefined,
  keyOf: (id: string | null) => string,
  of: string | null,
  { pack, unpack }: Codec<C>,
): Memory<C> & { read: () => TabCopy<C> | undefined } {
  let key = keyOf(of);
  const attempt = <T>(action: (keep: TabStorage) => T): T | undefined =>
    tryTo(() => store && action(store));
  return {
    read: () => attempt((keep) => tabCopyIn(JSON.parse(keep.getItem(key) ?? "null"), unpack)),
    write: ({ content, base, revision, unanswered }) =>
      attempt((keep) => {
        keep.setItem(
          key,
          JSON.stringify({
            content: pack(content),
            base: pack(base),
            revision,
            unanswered: unanswered.map(pack),
          }),
        );
        return true;
      }) === true,
    clear: () => attempt((keep) => keep.removeItem(key)),
    belongTo: (id) => {
      key = keyOf(id);
    },
  };
}

function tabCopyIn<C>(
  value: unknown,
  unpack: (value: unknown) => C | undefined,
): TabCopy<C> | undefined {
  if (!isObject(value)) return undefined;
  const { revision, unanswered } = value;
  const [content, base] = [unpack(value["content"]), unpack(value["base"])];
  if (!content || !base || typeof revision !== "number" || !Array.isArray(unanswered))
    return undefined;
  return { content, base, revision, unanswered: unanswered.flatMap((one) => unpack(one) ?? []) };
}
