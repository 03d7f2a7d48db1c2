import type { z } from "zod";
import { baseUrl, ca, filled } from "@/lib/describe/checks";
import { description } from "@/lib/describe/description";
import type { Refusal } from "../provider-credential";

const pair =
  "Huawei does not accept this app ID and app secret together. Compare both with Project settings in AppGallery Connect.";
const refusals: Record<string, Refusal> = {
  "80200001": { field: "appSecret", says: pair },
  "80200003": {
    field: "tokenUri",
    says: "Huawei rejected its access token as too old. Check that token address and address belong to the same region.",
  },
  "80300002": {
    field: "appId",
    says: "Huawei does not let this app send. Check the app ID, and that Push Kit is enabled for it in AppGallery Connect.",
  },
  "80300007": {
    field: "appId",
    says: "None of these devices belong to this app at Huawei. Check that the app ID matches the installed app.",
  },
  "404": { field: "appId", says: "Huawei has no app with this ID at this address." },
  "401": { field: "appSecret", says: pair },
};

export const hmsCredential = {
  ...description({
    label: "Huawei Push Kit",
    help: "An app with Push Kit enabled in AppGallery Connect.",
    fields: {
      appId: {
        label: "App ID",
        type: "line",
        secret: false,
        help: "In AppGallery Connect, under Project settings, App information.",
        example: "104123456",
        check: filled(100),
      },
      appSecret: {
        label: "App secret",
        type: "line",
        secret: true,
        help: "The app's OAuth 2.0 client secret, listed below the app ID.",
        example: "0123456789abcdef0123456789abcdef",
        check: filled(1_000),
      },
      tokenUri: {
        label: "Token address",
        type: "url",
        secret: false,
        help: "The address that issues access tokens.",
        example: "https://oauth-login.cloud.huawei.com/oauth2/v3/token",
        check: baseUrl.default("https://oauth-login.cloud.huawei.com/oauth2/v3/token"),
      },
      endpoint: {
        label: "Address",
        type: "url",
        secret: false,
        help: "The address that messages are sent to. Change it only for another region, a proxy or a test.",
        example: "https://push-api.cloud.huawei.com",
        check: baseUrl.default("https://push-api.cloud.huawei.com"),
      },
      ca,
    },
  }),
  refusals,
  noToken: { field: "appSecret", says: pair },
};

/** A credential as the adapter takes it. */
export type HmsCredential = z.output<typeof hmsCredential.schema>;
