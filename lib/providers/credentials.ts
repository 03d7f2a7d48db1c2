import { z } from "zod";
import type { ProviderKind } from "@/lib/interface/device-kinds";

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ""));
const pem = text.refine((value) => value.includes("-----BEGIN") && value.includes("PRIVATE KEY-----"), "a private key in PEM is needed");
/** PEM of a private certificate authority, for a provider behind one. */
const ca = text.optional();

/** Firebase Cloud Messaging HTTP v1: the members of a service account's key file. */
export const fcmCredential = z.object({
  projectId: text,
  clientEmail: text,
  privateKey: pem,
  tokenUri: address.default("https://oauth2.googleapis.com/token"),
  endpoint: address.default("https://fcm.googleapis.com"),
  ca,
});
/** Apple Push Notification service with a .p8 key. */
export const apnsCredential = z.object({
  teamId: text,
  keyId: text,
  privateKey: pem,
  bundleId: text,
  endpoint: address.default("https://api.push.apple.com"),
  ca,
});
/** Huawei Push Kit v1. */
export const hmsCredential = z.object({
  appId: text,
  appSecret: text,
  tokenUri: address.default("https://oauth-login.cloud.huawei.com/oauth2/v3/token"),
  endpoint: address.default("https://push-api.cloud.huawei.com"),
  ca,
});
/** Web Push: a VAPID key pair, base64url (65 and 32 bytes), and whom a push service may write to. */
export const webPushCredential = z.object({
  publicKey: text,
  privateKey: text,
  subject: text.regex(/^(mailto:[^\s<>@]+@[^\s<>@]+|https:\/\/\S+)$/, "mailto:name@host or an https address is needed"),
});

/** Members that are kept sealed and never shown again. The others may be read in the console. */
export const secretMembers = {
  fcm: ["privateKey"],
  apns: ["privateKey"],
  hms: ["appSecret"],
  webpush: ["privateKey"],
} as const satisfies Record<ProviderKind, readonly string[]>;
