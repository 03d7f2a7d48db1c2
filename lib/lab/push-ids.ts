import { randomBytes } from "node:crypto";
import type { LabKind } from "./kinds";

const base64url = (length: number) =>
  randomBytes(Math.ceil((length * 3) / 4))
    .toString("base64url")
    .slice(0, length);

/**
 * A new push id in the form its service gives out: FCM `<22>:APA91b<134>`, HMS 130 characters, APNs
 * 64 hexadecimal digits; a browser's is a short id that stands for its subscription.
 */
export function makePushId(kind: LabKind): string {
  switch (kind) {
    case "android":
      return `${base64url(22)}:APA91b${base64url(134)}`;
    case "hms":
      return `IQAAAA${base64url(124)}`;
    case "ios":
      return randomBytes(32).toString("hex");
    case "chrome":
    case "firefox":
    case "safari":
      return `wp-${base64url(16)}`;
  }
}

/**
 * Many push ids of one kind, cheaply: one random text, numbered. They differ in their last digits
 * only.
 */
export function makePushIds(kind: LabKind, count: number): string[] {
  const stem = makePushId(kind);
  const digits = 8;
  const numbered = (n: number) => stem.slice(0, -digits) + n.toString(16).padStart(digits, "0");
  return Array.from({ length: count }, (_, n) => numbered(n));
}

const fcmToken = /^[A-Za-z0-9_-]{11,64}:[A-Za-z0-9_-]{60,300}$/;

/** Whether a text has the form of an FCM registration token. */
export function looksLikeFcmToken(text: string): boolean {
  return fcmToken.test(text);
}
