import { checkEffective, type EffectiveRequest } from "@/lib/interface/effective";
import { pointerOf, stepsOf } from "@/lib/interface/pointer";
import { pushRequestSchema } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import { resolve, type TemplateVersion } from "@/lib/template/resolve";
import { placeOf } from "./place";

/** Content as far as it is complete, and what had to be left out of it. */
export interface PartialContent {
  effective: EffectiveRequest;
  /** RFC 6901 pointers of what is missing or wrong. */
  left: readonly string[];
}

interface Content {
  message?: unknown;
  channels?: unknown;
}

/** Stands where a text is not written yet. */
export const placeholderText = "…";

/** Placeholder recipients. */
export const toSomebody = { deliverychannel: "push", appid: "-", destination: [{ userid: ["-"] }] };
/** A request has far fewer things that can be wrong; what is left then is no content. */
const mostRounds = 40;

/**
 * The part of a content that can be shown, for one recipient: what is wrong in a block is left out
 * of it, a text that is missing under a title stands open, and a block that says nothing goes.
 * Undefined when nothing is left, or when it is wrong beyond its blocks.
 *
 * @param content a copy of the caller's: it is changed
 * @param language one of the template's, "" for its default text
 */
export function asFarAsComplete(
  content: Content,
  template: TemplateVersion | undefined,
  language = "",
): PartialContent | undefined {
  const left = new Set<string>();
  for (let attempt = 0; attempt < mostRounds; attempt += 1) {
    const result = checkContent(content, template, language);
    if ("effective" in result) return { effective: result.effective, left: [...left] };
    const pruned = result.wrong.toReversed().filter((path) => prune(content, path));
    if (pruned.length === 0) return undefined;
    for (const path of pruned) left.add(pointerOf(path));
  }
  return undefined;
}

type Path = readonly (string | number)[];

/**
 * Checks a content as a request to one recipient would be: what would be sent, or the paths of what
 * is wrong.
 */
export function checkContent(
  { message, channels }: Content,
  template?: TemplateVersion,
  language = "",
): { effective: EffectiveRequest } | { wrong: Path[] } {
  const parsed = pushRequestSchema.safeParse(
    { ...toSomebody, ...(message !== undefined && { message }), channels },
    { reportInput: true },
  );
  if (!parsed.success) return { wrong: parsed.error.issues.map(({ path }) => path as Path) };
  const resolved = parsed.data.message
    ? resolve(parsed.data, template, language)
    : checkEffective(parsed.data, undefined, { warn: false });
  return resolved.ok
    ? { effective: resolved.effective }
    : { wrong: resolved.problems.map(({ pointer }) => stepsOf(pointer)) };
}

/** Leaves out what is wrong at a path; false where nothing there can be left out. */
function prune(content: Content, [channels, push, name, ...within]: Path): boolean {
  const blocks = at(content, ["channels", "push"]);
  if (channels !== "channels" || push !== "push" || name === undefined || !isObject(blocks))
    return false;
  const block = blocks[name];
  if (!isObject(block) || within.length === 0) return remove(blocks, name);
  if (name === "interactive") return pruneButtons(blocks, block, within);
  const [member] = within;
  if (member === "text" && typeof block["title"] === "string" && block["title"] !== "") {
    block["text"] = placeholderText;
    return true;
  }
  if (member === "text" || (member === "platform_types" && within.length === 1))
    return remove(blocks, name);
  // Half an action would be another one; without any the device opens the app.
  const whole = within.indexOf("notificationaction");
  const path = whole === -1 ? within : within.slice(0, whole + 1);
  return remove(at(block, path.slice(0, -1)), path.at(-1));
}

function pruneButtons(
  blocks: Record<string, unknown>,
  block: Record<string, unknown>,
  within: Path,
): boolean {
  const [list, index, member] = within;
  if (list === "device_types" && index !== undefined) return remove(block["device_types"], index);
  const button = list === "actions" && index !== undefined ? at(block, [list, index]) : undefined;
  if (!isObject(button) || member === undefined || member === "pos")
    return remove(blocks, "interactive");
  if (member !== "value" && member !== "action") return remove(button, member);
  return [remove(button, "action"), remove(button, "value")].includes(true);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce(
    (holder, step) =>
      typeof holder === "object" && holder !== null
        ? (Reflect.get(holder, step) as unknown)
        : undefined,
    value,
  );
}

function remove(holder: unknown, step: string | number | undefined): boolean {
  if (
    step === undefined ||
    typeof holder !== "object" ||
    holder === null ||
    !Object.hasOwn(holder, step)
  )
    return false;
  if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else Reflect.deleteProperty(holder, step);
  return true;
}

/** What a picture marks as unfinished. */
interface UnfinishedParts {
  text: boolean;
  tap: boolean;
  /** Positions of buttons. */
  buttons: number[];
  /** All of it in words, each once. */
  words: string[];
}

/** What was left out of a content, as the preview reports it. */
export function unfinishedParts(left: readonly string[]): UnfinishedParts {
  return {
    text: left.some((pointer) => stepsOf(pointer)[3] === "text"),
    tap: left.some((pointer) => stepsOf(pointer).includes("notificationaction")),
    buttons: left.flatMap((pointer) => {
      const button = buttonOf(stepsOf(pointer));
      return button === undefined ? [] : [button];
    }),
    words: [...new Set(left.map(unfinishedWords))],
  };
}

function buttonOf([, , block, list, index]: readonly string[]): number | undefined {
  return block === "interactive" && list === "actions" && index !== undefined
    ? Number(index) + 1
    : undefined;
}

function unfinishedWords(pointer: string): string {
  const steps = stepsOf(pointer);
  const button = buttonOf(steps);
  if (button !== undefined) return `what button ${button} does`;
  if (steps[2] === "interactive") return "the buttons";
  if (steps.includes("notificationaction")) return "what a tap opens";
  const { label } = placeOf(pointer);
  return `the ${label.replace(/^(Android|iOS|Web) /, "")}`;
}
