import { textsIn, isObject } from "@/lib/compose/held";

/** Who the last test in an app was for, as this browser remembers it. */
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

/** What was chosen last for an app; `otherwise` when nothing was, or it cannot be read. */
export function rememberedTest(memory: Memory, appid: string, otherwise: RememberedTest): RememberedTest {
  try {
    const value: unknown = JSON.parse(memory().getItem(place(appid)) ?? "null");
    if (!isObject(value)) return otherwise;
    const { groups, devices, users, browser } = value;
    const few = (list: unknown) => textsIn(list).slice(0, most);
    return { groups: few(groups), devices: few(devices), users: few(users), browser: browser === true };
  } catch {
    return otherwise;
  }
}

/** Remembers a choice. A store that is full or forbidden keeps nobody from testing. */
export function rememberTest(memory: Memory, appid: string, choice: RememberedTest): void {
  try {
    memory().setItem(place(appid), JSON.stringify(choice));
  } catch {
    return;
  }
}

/** "2 devices, 1 group, 3 users"; "" for nobody. */
export function choiceText({ groups, devices, users, browser }: RememberedTest): string {
  const counted = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`]);
  return [
    ...counted(devices.length, "device"),
    ...counted(groups.length, "group"),
    ...counted(users.length, "user"),
    ...(browser ? ["this browser"] : []),
  ].join(", ");
}
