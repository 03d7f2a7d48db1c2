import type { z } from "zod";
import type { SecretName } from "@/lib/describe/description";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { apnsCredential } from "./apns/credential";
import { fcmCredential } from "./fcm/credential";
import { hmsCredential } from "./hms/credential";
import type { ProviderCredential } from "./provider-credential";
import { webPushCredential } from "./web-push/credential";

/** What an app needs to send through each provider. */
export const providers = {
  fcm: fcmCredential,
  apns: apnsCredential,
  hms: hmsCredential,
  webpush: webPushCredential,
} satisfies Record<ProviderKind, ProviderCredential>;

type Providers = typeof providers;
/** A credential as it is written: what has a default may be left out. @internal */
export type CredentialInput<Kind extends ProviderKind> = z.input<Providers[Kind]["schema"]>;
/** The secret members of a credential. @internal */
export type CredentialSecret<Kind extends ProviderKind> = SecretName<Providers[Kind]["fields"]>;
