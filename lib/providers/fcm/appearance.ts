import { membersOf } from "@/lib/interface/value-shape";
import {
  buttonsIn,
  valueOfJson,
  optional,
  secondsIn,
  tagsIn,
  tapIn,
  text,
} from "@/lib/payload/members";
import type { ReadAppearance } from "../provider-payload";
import { fcmFacts } from "./facts";

export const readFcm: ReadAppearance = (json) => {
  const message = membersOf(json["message"]);
  const data = membersOf(message["data"]);
  const android = membersOf(message["android"]);
  const notification =
    android["notification"] === undefined ? data : membersOf(android["notification"]);
  return {
    ...optional("transid", text(data["transid"])),
    ...optional("title", text(notification["title"])),
    text: text(notification["body"]) ?? "",
    ...optional("imageUrl", text(notification["image"])),
    ...optional("iconUrl", android["notification"] === undefined ? text(data["icon"]) : undefined),
    ...optional("channelId", text(notification["channel_id"])),
    ...optional("collapseKey", text(android["collapse_key"])),
    ...optional("ttlSeconds", secondsIn(android["ttl"])),
    buttons: buttonsIn(valueOfJson(data["actions"]), data["category"]),
    tap: tapIn(data),
    ...optional("pushref", text(data["pushref"])),
    customtags: tagsIn(data, fcmFacts.tags.own),
  };
};
