import type { Composition } from "./composition";

/** The part of `Storage` that is used. */
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Keeps what is typed across a reload: in this tab alone, gone with it, so that nothing of it is left on a shared machine.
 *
 * @param who whose draft it is: the member's id
 */
export function draftStore(
  store: Store | undefined,
  who: string,
): { read: () => Composition | undefined; write: (draft: Composition) => void; clear: () => void } {
  const key = `clarion.compose.1.${who}`;
  return {
    read: () => {
      try {
        const value: unknown = JSON.parse(store?.getItem(key) ?? "null");
        return isComposition(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    // A store that is full or forbidden must not stop anybody from writing a message.
    write: (draft) => {
      try {
        store?.setItem(key, JSON.stringify(draft));
      } catch {
        return;
      }
    },
    clear: () => store?.removeItem(key),
  };
}

function isComposition(value: unknown): value is Composition {
  if (!isObject(value)) return false;
  const { request, shared, attempt } = value;
  if (!isObject(request) || !isObject(shared) || !isObject(attempt) || typeof attempt["nonce"] !== "string") return false;
  const channels = request["channels"];
  return (
    typeof request["appid"] === "string" &&
    Array.isArray(request["destination"]) &&
    request["destination"].every(isObject) &&
    (channels === undefined || (isObject(channels) && (channels["push"] === undefined || isObject(channels["push"])))) &&
    ["title", "text", "image"].every((part) => typeof shared[part] === "string")
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
