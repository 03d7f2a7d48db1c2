import { tagsIn, text } from "@/lib/payload/members";
import type { ReadAppearance } from "@/lib/providers/provider-payload";
import { doveFacts } from "./facts";

export const readDove: ReadAppearance = (body) => ({
  text: text(body["text"]) ?? "",
  buttons: [],
  tap: { action: "OPEN_APP" },
  customtags: tagsIn(body, doveFacts.tags.own),
});
