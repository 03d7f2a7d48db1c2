import type { JsonValue } from "@/lib/interface/effective";
import { membersOf } from "@/lib/interface/value-shape";
import { optional, text } from "@/lib/payload/members";
import type { ReadAppearance } from "../provider-payload";

export const readWebPush: ReadAppearance = (json, headers) => {
  const notification = membersOf(json["notification"]);
  const data = membersOf(notification["data"]);
  const navigate = text(notification["navigate"]);
  const actions = Array.isArray(notification["actions"]) ? notification["actions"] : [];
  const ttl = headers["ttl"];
  return {
    ...optional("transid", text(data["transid"])),
    ...optional("title", text(notification["title"])),
    text: text(notification["body"]) ?? "",
    ...optional("iconUrl", text(notification["icon"])),
    ...optional("collapseKey", text(notification["tag"])),
    ...optional("ttlSeconds", ttl === undefined || ttl === "" ? undefined : Number(ttl)),
    buttons: actions.map(membersOf).map((action) => ({
      identifier: text(action["action"]) ?? "",
      label: text(action["title"]) ?? "",
      action: "OPEN_URL",
      ...optional("value", text(action["navigate"])),
    })),
    tap: navigate === undefined ? { action: "OPEN_APP" } : { action: "OPEN_URL", value: navigate },
    customtags: membersOf(data["customtags"]) as Record<string, JsonValue>,
  };
};
