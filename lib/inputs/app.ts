import { z } from "zod";
import { platforms } from "@/lib/interface/device-kinds";
import {
  hasUserInfo,
  isCommonScheme,
  isPictureUrl,
  parseHttpUrl,
  userInfoRefused,
} from "@/lib/interface/url";
import { pageInput } from "./page";
import { revision } from "./row";
import { filled, idText, name, text } from "./text";

const address = text(2_048)
  .refine((url) => parseHttpUrl(url) !== undefined, {
    error: "must be an address that begins with https:// or http://",
    abort: true,
  })
  .refine((url) => !hasUserInfo(url), { error: userInfoRefused });

const icon = address.refine(isPictureUrl, { error: "must be the address of an image" });

/** The platforms that an app is for, in their order; all of them when left out. */
const appPlatforms = z
  .array(z.enum(platforms))
  .min(1, "choose at least one platform")
  .max(20)
  .transform((chosen) => platforms.filter((platform) => chosen.includes(platform)))
  .default([...platforms]);

/**
 * A URL scheme of an app's own (RFC 3986, 3.1), in small letters: none that means something on
 * every device.
 */
const ownScheme = filled(64)
  .refine((scheme) => /^[a-z][a-z\d+.-]*$/i.test(scheme), {
    error: "must be a letter, then letters, digits, “+”, “-” and “.”, without “://”",
    abort: true,
  })
  .refine((scheme) => !isCommonScheme(scheme), {
    error: "is not an app’s own: every device knows it",
  })
  .transform((scheme) => scheme.toLowerCase());

/** Devices of a credential are counted up to here; there may be more. */
export const mostCountedDevices = 10_000;

/** What a new app is. `appid` is what requests name it by. */
export const appSchema = z.object({
  serviceId: idText,
  appid: name(200),
  name: name(200),
  iconUrl: icon.optional(),
  siteUrl: address.optional(),
  defaultChannelId: filled(200).optional(),
  platforms: appPlatforms,
});

/** How messages with an image or an icon address are drawn on Android (contract 5). */
const androidRenderings = ["auto", "sdk", "system"] as const;

/** What can be changed of an app; what is left out is emptied. */
export const changeAppSchema = z.object({
  appId: idText,
  revision,
  name: name(200),
  iconUrl: icon.optional(),
  siteUrl: address.optional(),
  defaultChannelId: filled(200).optional(),
  deepLinkScheme: ownScheme.optional(),
  platforms: appPlatforms,
  androidRendering: z.enum(androidRenderings),
  signedRegistration: z.boolean(),
  sharedDevices: z.boolean(),
  pushEnabled: z.boolean(),
});

/** Which app. */
export const namedAppSchema = z.object({ appId: idText });

/** A page of the apps of a service, by what their names hold. */
export const listAppsSchema = z.object({
  serviceId: z.string(),
  text: z.string().max(200).optional(),
  ...pageInput,
});
