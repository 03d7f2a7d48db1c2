import type { Problem } from "@/lib/interface/problem";
import type { RuleId } from "@/lib/interface/rules";

const script = "Use an address such as https://example.com, not one that runs a script or carries data.";
const fill = "Fill this in.";
const address = "Write a whole address, such as https://example.com.";

/** `{most}` is the limit that the interface's message names. */
const words: Partial<Record<RuleId, string>> = {
  "text.characters": "This holds a character that cannot be sent: U+0000, or half of an emoji. Delete it.",
  "appid.required": "Choose an app.",
  "appid.unknown": "Choose an app.",
  "app.push.disabled": "Push is switched off for this app. Choose another one.",
  "destination.required": "Add at least one recipient.",
  "destination.ids.required": "Add at least one recipient.",
  "destination.id.empty": "One of these is empty. Remove it.",
  "destination.keys": "These are of several kinds. Add a group of recipients for each kind.",
  "message.template.required": "Choose a template.",
  "template.unknown": "This template is not published for the app. Choose another one.",
  "template.parameter.required": "Fill this in: the template needs it.",
  "template.parameter.unknown": "The template asks for no such value.",
  "template.parameter.length": "This is too long: at most {most} characters.",
  "template.placeholder.unknown": "A text names a parameter that the template does not have.",
  "push.block.required": "Switch on at least one of Android, iOS and Web.",
  "android.text.required": "Write a text.",
  "ios.text.required": "Write a text.",
  "web.text.required": "Write a text.",
  "web.platform_types.required": "Choose at least one browser.",
  "web.platform_types.value": "Choose among Chrome, Firefox and Safari.",
  "web.url.scheme": script,
  "url.format": address,
  "time_to_live.value": "Choose a whole number of seconds, at most {most}.",
  "ios.badge.value": "Write a whole number, at most {most}.",
  "ios.sound.url": "Write default, or the name of a sound file in the app: an address cannot be played.",
  "ios.collapse_key.bytes": "This is too long: at most {most} bytes.",
  "customtags.reserved.android": "One of these names is reserved by the push service. Choose another one.",
  "customtags.reserved.ios": "One of these names is reserved by the push service. Choose another one.",
  "customtags.key": "One of these names would get lost on its way. Choose another one.",
  "customtags.depth": "This is nested too deeply: 32 levels at most.",
  "customtags.imageurl": "Write the image’s address.",
  "action.value": "Choose one of the actions.",
  "action.value.required": fill,
  "action.value.scheme": script,
  "action.value.url": address,
  "interactive.category.required": "Choose the buttons.",
  "interactive.category.value": "Choose one of the kinds of buttons below.",
  "interactive.device_types.required": "Choose at least one, or no buttons at all.",
  "interactive.device_types.value": "Choose among Android and iOS.",
  "expiry.format": "Choose a date and a time.",
  "expiry.passed": "This time has passed. Choose a later one, or none.",
  "correlationid.bytes": "This is too long: at most {most} bytes.",
  "notifyurl.format": `${address} No spaces before or after it.`,
  "notifyurl.https": "Write an address that begins with https://. The service calls no other.",
};

/** A problem as a field tells it: what to do, for people who never read the interface. The interface's own words stand under Checks. */
export function fieldWords({ rule, message }: Pick<Problem, "rule" | "message">): string {
  if (rule === "destination.ids.empty") return message.includes("'userid'") ? "Add at least one user id." : "Add at least one push id.";
  const most = Number(/(?:to|at most) (\d+)/.exec(message)?.[1]);
  return words[rule]?.replace("{most}", most.toLocaleString("en")) ?? message;
}
