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
import { hmsFacts } from "./facts";

export const readHms: ReadAppearance = (json) => {
  const message = membersOf(json["message"]);
  const data = membersOf(valueOfJson(message["data"]));
  const android = membersOf(message["android"]);
  const notification = membersOf(android["notification"]);
  const group = android["collapse_key"];
  return {
    ...optional("transid", text(data["transid"])),
    ...optional("title", text(notification["title"])),
    text: text(notification["body"]) ?? "",
    ...optional("imageUrl", text(notification["image"])),
    ...optional("iconUrl", text(data["icon"])),
    ...optional("channelId", text(notification["channel_id"])),
    ...optional("collapseKey", typeof group === "number" ? String(group) : undefined),
    ...optional("ttlSeconds", secondsIn(android["ttl"])),
    buttons: buttonsIn(data["actions"], data["category"]),
    tap: tapIn(data),
    ...optional("pushref", text(data["pushref"])),
    customtags: tagsIn(data, hmsFacts.tags.own),
  };
};
