import { stepsOf } from "@/lib/interface/pointer";

/** The tab of the message card in which a field is written. */
export type ContentTab = "all" | "android" | "ios" | "web";

/** Where a problem is mended: the tab to open, and the path of the field to go to. */
export interface Place {
  tab?: Exclude<ContentTab, "all">;
  path: string;
  /** The place in words. */
  label: string;
}

const blockNames = { android: "Android", ios: "iOS", web: "Web" } as const;
const memberNames: Record<string, string> = {
  title: "title",
  text: "text",
  url: "link",
  actiontext: "button",
  platform_types: "browsers",
  imageurl: "image",
  attachmenturl: "image",
};
const topNames: Record<string, string> = {
  appid: "App",
  correlationid: "Correlation id",
  notifyurl: "Notify URL",
  destination: "Recipients",
};

/** Finds the field of a JSON pointer (RFC 6901): `/channels/push/android/text` → tab android, its text. */
export function placeOf(pointer: string): Place {
  const steps = stepsOf(pointer);
  const [first = "", second, block] = steps;
  if (first === "channels" && second === "push" && isBlock(block)) {
    const member = steps.length > 3 ? (steps.at(-1) ?? "") : "";
    const last = memberNames[member] ?? (steps.includes("platform_types") ? "browsers" : member);
    const path = steps.includes("platform_types") ? `channels.push.${block}.platform_types` : steps.join(".");
    return { tab: block, path, label: `${blockNames[block]}${last === "" ? "" : ` ${last}`}` };
  }
  if (first === "destination") return { path: /^\d+$/.test(second ?? "") ? `destination.${second}` : "destination.0", label: "Recipients" };
  if (first === "channels") return { path: "channels", label: "Message" };
  return { path: steps.join("."), label: topNames[first] ?? (first === "" ? "Request" : first) };
}

function isBlock(step: string | undefined): step is keyof typeof blockNames {
  return step !== undefined && Object.hasOwn(blockNames, step);
}
