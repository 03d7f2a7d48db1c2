import { membersOf } from "@/lib/interface/value-shape";
import { buttonsIn, optional, tagsIn, tapIn, text } from "@/lib/payload/members";
import type { ReadAppearance } from "../provider-payload";
import { apnsFacts } from "./facts";

export const readApns: ReadAppearance = (json, headers) => {
  const aps = membersOf(json["aps"]);
  const alert = membersOf(aps["alert"]);
  const badge = aps["badge"];
  return {
    ...optional("transid", text(json["transid"])),
    ...optional("title", text(alert["title"])),
    text: text(alert["body"]) ?? "",
    ...optional("imageUrl", text(json["attachmenturl"])),
    ...optional("badge", typeof badge === "number" ? badge : undefined),
    ...optional("sound", text(aps["sound"])),
    ...optional("collapseKey", headers["apns-collapse-id"]),
    buttons: buttonsIn(json["actions"], aps["category"]),
    tap: tapIn(json),
    ...optional("pushref", text(json["pushref"])),
    customtags: tagsIn(json, apnsFacts.tags.own),
  };
};
