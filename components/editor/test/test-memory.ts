import { tryTo } from "@/components/ui/browser/try-to";
import { textsIn, isObject } from "@/lib/interface/value-shape";

/** Who the last test of a draft was for, as this browser remembers it. */
export interface RememberedTest {
  groups: readonly string[];
  devices: readonly string[];
  users: readonly string[];
  /** This browser itself. */
  browser: boolean;
}

/** Gives where it is remembered; a browser may forbid even that. */
type Memory = () => Pick<Storage, "getItem" | "setItem">;

const most = 100;
const place = (appid: string) => `clarion.test.2.${appid}`;

/** The draft that is tested. */
export interface TestedDraft {
  /** Of its campaign or template; undefined as long as the server does not have it. */
  id: string | undefined;
  /** The users that it goes to; empty where it names none, or too many for a test. */
  users: readonly string[];
}

/**
 * Returns whom a test starts with: those of the last test in the app where that was of this draft,
 * else the users of the draft. Of the last test of another draft this browser itself is chosen, and
 * no other device or person.
 *
 * @param otherwise users for a draft that names none
 */
export function rememberedTest(
  memory: Memory,
  appid: string,
  draft: TestedDraft,
  otherwise: readonly string[],
): RememberedTest {
  const { id, users } = draft;
  const fresh = {
    groups: [],
    devices: [],
    users: users.length > 0 ? users : otherwise,
    browser: false,
  };
  const value: unknown = tryTo(() => JSON.parse(memory().getItem(place(appid)) ?? "null"));
  if (!isObject(value)) return fresh;
  const browser = value["browser"] === true;
  if (id === undefined || value["draft"] !== id) return { ...fresh, browser };
  const few = (list: unknown) => textsIn(list).slice(0, most);
  return {
    groups: few(value["groups"]),
    devices: few(value["devices"]),
    users: few(value["users"]),
    browser,
  };
}

/** Remembers the choice for a draft. If the store is full or forbidden, the user can still test. */
export function rememberTest(
  memory: Memory,
  appid: string,
  draft: string | undefined,
  choice: RememberedTest,
): void {
  tryTo(() => memory().setItem(place(appid), JSON.stringify({ ...choice, draft })));
}

/** "2 devices, 1 group, 3 users"; "" for none. */
export function choiceText({ groups, devices, users, browser }: RememberedTest): string {
  const counted = (count: number, word: string) =>
    count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  return [
    ...counted(devices.length, "device"),
    ...counted(groups.length, "group"),
    ...counted(users.length, "user"),
    ...(browser ? ["this browser"] : []),
  ].join(", ");
}
