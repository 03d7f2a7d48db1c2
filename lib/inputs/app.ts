import { z } from "zod";
import { pageInput } from "./page";
import { hasUserInfo, isPictureUrl, parseHttpUrl, userInfoRefused } from "@/lib/interface/url";
import { filled, idText, name, text } from "./text";

const address = text(2_048)
  .refine((url) => parseHttpUrl(url) !== undefined, { error: "must be an address that begins with https:// or http://", abort: true })
  .refine((url) => !hasUserInfo(url), { error: userInfoRefused });

/** What a new app is. `appid` is what requests name it by. */
export const appSchema = z.object({
  serviceId: idText,
  appid: name(200),
  name: name(200),
  siteUrl: address.optional(),
  defaultChannelId: filled(200).optional(),
});

/** How messages with an image or an icon address are drawn on Android (contract 5). */
export const androidRenderings = ["auto", "sdk", "system"] as const;

/** What can be changed of an app; what is left out is emptied. */
export const changeAppSchema = z.object({
  appId: idText,
  name: name(200),
  iconUrl: address.refine(isPictureUrl, { error: "must be the address of an image" }).optional(),
  siteUrl: address.optional(),
  defaultChannelId: filled(200).optional(),
  androidRendering: z.enum(androidRenderings),
  signedRegistration: z.boolean(),
  sharedDevices: z.boolean(),
  pushEnabled: z.boolean(),
});

/** Which app. */
export const namedAppSchema = z.object({ appId: idText });

/** A page of the apps of a service, by what their names hold. */
export const listAppsSchema = z.object({ serviceId: z.string(), text: z.string().max(200).optional(), ...pageInput });
