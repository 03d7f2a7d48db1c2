import { numberText } from "@/lib/compose/number-text";
import {
  kindOfKey,
  platformOf,
  type DestinationKey,
  type Platform,
} from "@/lib/interface/device-kinds";
import { stepsOf } from "@/lib/interface/pointer";
import type { Problem } from "@/lib/interface/problem";
import type { RuleId } from "@/lib/interface/rules";
import { missingValue } from "./action-words";

const script =
  "Use an address such as https://example.com, not one that runs a script or carries data.";
const address = "Write a whole address, such as https://example.com.";
const unreadable = "This can’t be read as a message.";
const text = "Write a text.";
const reserved = "One of these names is reserved by the push service. Choose another one.";
const button =
  "This button was imported and doesn’t fit the chosen pair. Choose the buttons again.";
const failed = "Something went wrong. Nothing was sent. Try again.";

/** `{most}`, `{name}`, `{scheme}` and `{times}` stand for what the interface's message names. */
const sentences: Record<RuleId, string> = {
  "body.size": "The message is too large. Shorten a text.",
  "body.coding": unreadable,
  "device.language": failed,
  "device.timezone": failed,
  "member.required": failed,
  "user.unknown": failed,
  "campaign.unknown": failed,
  "campaign.pause": failed,
  "campaign.resume": failed,
  "campaign.stop": failed,
  "user.userid": failed,
  "user.repeated": failed,
  "users.count": failed,
  "user.attribute.name": failed,
  "user.attribute.value": failed,
  "user.attribute.bytes": failed,
  "user.attribute.type": failed,
  "user.attribute.count": failed,
  "user.attributes.unsigned": failed,
  "user.attributes.nobody": failed,
  "user.language": failed,
  "user.timezone": failed,
  "segment.unknown": failed,
  "segment.name": failed,
  "segment.conflict": failed,
  "segment.rule": failed,
  "segment.member": failed,
  "segment.group": failed,
  "segment.levels": failed,
  "segment.leaves": failed,
  "segment.field": failed,
  "segment.attribute": failed,
  "segment.op": failed,
  "segment.op.field": failed,
  "segment.value": failed,
  "segment.duration": failed,
  "segment.busy": failed,
  "segment.timeout": failed,
  "json.utf8": unreadable,
  "json.syntax": unreadable,
  "json.object": unreadable,
  "json.duplicate": "The same name is written twice.",
  "json.depth": "This is nested too deeply: 32 levels at most.",
  "text.characters": "This holds a character that can’t be sent, or half of an emoji. Delete it.",
  "member.type": "This value is of the wrong kind. Clear it and write it again.",
  "member.unknown": "“{name}” is not part of a message and is ignored.",
  "value.misspelt": "This looks misspelled.",
  "deliverychannel.required": "The delivery channel must be push.",
  "deliverychannel.value": "The delivery channel must be push.",
  "appid.required": "Choose an app.",
  "appid.unknown": "This app doesn’t exist here. Choose an app.",
  "app.push.disabled": "Push is switched off for this app. Choose another one.",
  "app.provider.missing":
    "The app has no push credentials for {platform}, so nothing can be sent there.",
  "channels.required": "Write a message, or choose a template.",
  "channels.unknown": "Messages can’t be sent by the channel “{name}”.",
  "push.required": "Write a message, or choose a template.",
  "push.block.required": "Switch on at least one of Android, iOS and Web.",
  "expiry.format": "Choose a date and a time.",
  "expiry.passed": "This time has passed. Choose a later one, or remove it.",
  "expiry.fraction": "The time is written without fractions of a second.",
  "correlationid.bytes": "This is too long: at most {most} bytes.",
  "notifyurl.userinfo": "Remove the user name and password, and choose an authentication instead.",
  "notifyurl.format": `${address} No spaces before or after it.`,
  "notifyurl.https": "Use an address that begins with https://. The service calls no others.",
  "destination.required": "Add at least one recipient.",
  "destination.ids.required": "Add at least one recipient.",
  "destination.keys": "These are of several kinds. Add a group of recipients for each kind.",
  "destination.ids.empty": "Add at least one recipient.",
  "destination.id.empty": "One of these is empty. Remove it.",
  "destination.limit": "These are too many for one request: at most 1,000.",
  "destination.id.unusable": "Some of these are not IDs of this kind. Remove them.",
  "destination.id.twice": "Some recipients are listed twice. Each gets the message once.",
  "message.template.required": "Choose a template.",
  "message.parameter.name": "The name of this value can’t be used. Choose another one.",
  "template.unknown": "This template isn’t published for the app. Choose another one.",
  "template.parameter.required": "Required by the template.",
  "template.parameter.unknown": "The template has no such parameter.",
  "template.parameter.length": "This is too long: at most {most} bytes.",
  "template.parameter.type": "This must be {expected}.",
  "template.payload.size": "Filled in, the template is too large: {where}.",
  "template.placeholder.unknown": "A text names a parameter that the template doesn’t have.",
  "auth.missing": failed,
  "auth.failed": failed,
  "auth.scope": failed,
  "service.inactive": "The service is switched off, so nothing can be sent.",
  "source.refused": "This address is not allowed to send.",
  "rate.limit": "Too many messages in a short time. Try again in a moment.",
  "idempotency.conflict": "A different version of this message was sent already.",
  "idempotency.key": failed,
  "message.expired": failed,
  "internal.error": failed,
  "internal.unknown": failed,
  "android.text.required": text,
  "ios.text.required": text,
  "web.text.required": text,
  "web.platform_types.required": "Choose at least one browser.",
  "web.platform_types.value": "Choose among Chrome, Firefox and Safari.",
  "web.platform_types.twice": "A browser is named twice.",
  "web.platform_types.misspelt": "The imported name for browsers is misspelled.",
  "web.title.missing": "Without a title, browsers show the site’s name alone.",
  "web.actiontext.missing": "Without a label, Safari shows a button of its own.",
  "web.url.scheme": script,
  "url.format": address,
  "url.relative": "The address doesn’t say https://, so devices may not find it.",
  "url.spaces":
    "The address has spaces or line breaks around it, which not every device leaves out.",
  "url.local":
    "An address that begins with {scheme} opens on one device only. Use an https:// address.",
  "url.picture": "Devices don’t load images from {scheme} addresses. Use an https:// address.",
  "time_to_live.value": "Choose a whole number of seconds, at most {most}.",
  "web.time_to_live.clamped": "Browsers keep a message for 28 days at most.",
  "ios.badge.value": "Write a whole number, at most {most}.",
  "ios.sound.url":
    "Write default, or the name of a sound file in the app: an address can’t be played.",
  "ios.collapse_key.bytes": "This is too long: at most {most} bytes.",
  "android.delay_while_idle.value": "This can be on or off only.",
  "android.delay_while_idle.deprecated": "Current phones decide this themselves.",
  "android.sound.ignored":
    "Android no longer plays a sound named here: the notification channel decides.",
  "collapse_key.alphanumeric": "Use letters and digits only.",
  "customtags.reserved.android": reserved,
  "customtags.reserved.ios": reserved,
  "customtags.key": "One of these names would be lost when sending. Choose another one.",
  "customtags.depth": "This is nested too deeply: 32 levels at most.",
  "customtags.scalar":
    "The value of “{name}” is neither text nor a list; apps may read it differently.",
  "customtags.prefixed": "The name “{name}” is reserved, so apps get it as “customtags.{name}”.",
  "customtags.imageurl": "Write the image’s address.",
  "action.value.required": "Fill this in.",
  "action.value.scheme": script,
  "action.value.url": address,
  "action.value.ignored": "This is ignored until you choose something that uses it.",
  "action.value": "Choose one of the actions.",
  "action.alias": "The action is written in an old spelling.",
  "interactive.mobile":
    "Buttons show on Android and iOS only. Switch one of them on, or remove the buttons.",
  "interactive.category.required": "Choose the buttons.",
  "interactive.device_types.required": "Choose at least one, or no buttons at all.",
  "interactive.actions.required": "Choose the buttons.",
  "interactive.category.value": "Choose one of the kinds of buttons below.",
  "interactive.device_types.value": "Choose among Android and iOS.",
  "interactive.device_types.twice": "Android or iOS is named twice.",
  "interactive.device_types.block": "The message isn’t sent to {value}, so no buttons show there.",
  "interactive.actions.count": button,
  "interactive.pos.required": button,
  "interactive.pos.value": button,
  "interactive.pos.twice": button,
  "interactive.identifier.value": button,
  "interactive.identifier.other": "This button reports another name than its caption.",
  "interactive.second.dismiss": "People expect this button to close the notification.",
};

const platformNames: Record<Platform, string> = { android: "Android", ios: "iOS", web: "browsers" };

/** The platform that a pointer is about: its block, or the push identifiers of its devices. */
export function platformIn(pointer: string): Platform | undefined {
  const [first, , third] = stepsOf(pointer);
  if (first === "destination") {
    const kind = kindOfKey(third as DestinationKey);
    return kind && platformOf(kind);
  }
  return third === "android" || third === "ios" || third === "web" ? third : undefined;
}

/**
 * A problem in one plain sentence: what to do, for people who never read the interface, whose own
 * words stand behind "Details".
 */
export function headlineOf({
  rule,
  message,
  pointer,
}: Pick<Problem, "rule" | "message" | "pointer">): string {
  const said = sentenceOf(rule, message, pointer);
  if (!rule.startsWith("template.parameter.") || pointer !== "/destination") return said;
  // A value that is missing on a list names its recipient. For several recipients the plan has a
  // sentence of its own.
  const inList = message.lastIndexOf(": ");
  return inList === -1 ? message : `${message.slice(0, inList)}: ${said}`;
}

function sentenceOf(rule: RuleId, message: string, pointer: string): string {
  if (rule === "destination.ids.empty")
    return message.includes("'userid'") ? "Add at least one user id." : "Add at least one push id.";
  if (rule === "action.value.required")
    return missingValue(
      /action (\w+)$/.exec(message)?.[1] ?? "",
      pointer.startsWith("/channels/push/interactive") ? "this button" : "a tap",
    );
  const platform = platformIn(pointer);
  const words: Record<string, string | undefined> = {
    most: numberText(Number(/(?:to|at most) (\d+)/.exec(message)?.[1])),
    expected: /must be (.+)$/s.exec(message)?.[1],
    where: /4 KB: (.+)$/s.exec(message)?.[1],
    name: /'([^']*)'/.exec(message)?.[1],
    scheme: /begins with (\S+),/.exec(message)?.[1],
    value: /type (\w+) has/.exec(message)?.[1]?.replace("android", "Android").replace("ios", "iOS"),
    platform: platform && platformNames[platform],
  };
  return sentences[rule].replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? "this");
}
