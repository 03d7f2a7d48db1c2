import { z } from "zod";
import { parseHttpUrl } from "@/lib/interface/url";
import { filled, idText, name, text } from "./text";

/** What a new app is. `appid` is what requests name it by. */
export const appSchema = z.object({
  serviceId: idText,
  appid: name(200),
  name: name(200),
  siteUrl: text(2_048)
    .refine((url) => parseHttpUrl(url) !== undefined, { error: "must be an address that begins with https:// or http://" })
    .optional(),
  defaultChannelId: filled(200).optional(),
});
