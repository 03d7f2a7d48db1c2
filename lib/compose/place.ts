import { stepsOf } from "@/lib/interface/pointer";

/** The steps of the composer, in the order in which a message is usually written. */
export const composerSteps = ["audience", "content", "buttons", "delivery", "review"] as const;
export type ComposerStep = (typeof composerSteps)[number];

/** The tab of the content step in which a field is written. */
export type ContentTab = "all" | "android" | "ios" | "web";

/** Where a problem is mended: the step and tab to open, and the path of the field to go to. */
export interface Place {
  step: ComposerStep;
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
  iconurl: "icon",
  time_to_live: "time to live",
  collapse_key: "collapse key",
  notificationChannelId: "channel",
};
const topNames: Record<string, { step: ComposerStep; label: string }> = {
  deliverychannel: { step: "review", label: "Delivery channel" },
  appid: { step: "audience", label: "App" },
  message: { step: "content", label: "Template" },
  correlationid: { step: "delivery", label: "Correlation id" },
  callbackData: { step: "delivery", label: "Callback data" },
  notifyurl: { step: "delivery", label: "Notify URL" },
  notifyurlAuthId: { step: "delivery", label: "Notify authentication" },
  expiry: { step: "delivery", label: "Expiry" },
};

/**
 * Finds the field of a JSON pointer (RFC 6901): `/channels/push/android/text` → content, tab
 * android, its text.
 */
export function placeOf(pointer: string): Place {
  const steps = stepsOf(pointer);
  const [first = "", second, block] = steps;
  if (first === "channels" && second === "push") {
    if (isBlock(block)) return inBlock(block, steps);
    if (block === "interactive")
      return { step: "buttons", path: inButtons(steps).join("."), label: buttonLabel(steps) };
  }
  if (first === "destination")
    return {
      step: "audience",
      path: /^\d+$/.test(second ?? "") ? `destination.${second}` : "destination.0",
      label: "Recipients",
    };
  if (first === "message" && second === "parameters" && block !== undefined)
    return { step: "content", path: steps.join("."), label: `Template: ${block}` };
  if (first === "channels") return { step: "content", path: "channels", label: "Message" };
  const top = Object.hasOwn(topNames, first) ? topNames[first] : undefined;
  return {
    step: top?.step ?? "review",
    path: steps.join("."),
    label: top?.label ?? (first === "" ? "Request" : first),
  };
}

function inBlock(block: keyof typeof blockNames, steps: readonly string[]): Place {
  const member = steps.length > 3 ? (steps.at(-1) ?? "") : "";
  const within = ["notificationaction", "customtags"].find((name) => steps.includes(name));
  const last =
    memberNames[member] ??
    (steps.includes("platform_types")
      ? "browsers"
      : within === "notificationaction"
        ? "tap"
        : within === "customtags"
          ? "custom tags"
          : member);
  // What has one editor for all of it is gone to as a whole.
  const whole = steps.findIndex(
    (step) => step === "platform_types" || (step === "customtags" && member !== "imageurl"),
  );
  const path = (whole === -1 ? steps : steps.slice(0, whole + 1)).join(".");
  return {
    step: "content",
    tab: block,
    path,
    label: `${blockNames[block]}${last === "" ? "" : ` ${last}`}`,
  };
}

/** Where buttons are edited: as a whole, by their places, or one by what it does. */
function inButtons(steps: readonly string[]): readonly string[] {
  const [, , , list, index, member] = steps;
  if (list === "device_types") return steps.slice(0, 4);
  if (list === "actions" && index === undefined) return steps.slice(0, 3);
  return list === "actions" && member !== "action" && member !== "value"
    ? steps.slice(0, 5)
    : steps;
}

function buttonLabel(steps: readonly string[]): string {
  const index = steps[3] === "actions" ? Number(steps[4]) : Number.NaN;
  return Number.isInteger(index) ? `Button ${index + 1}` : "Buttons";
}

function isBlock(step: string | undefined): step is keyof typeof blockNames {
  return step !== undefined && Object.hasOwn(blockNames, step);
}
