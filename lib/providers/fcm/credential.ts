import { baseUrl, ca, filled, keyText } from "@/lib/describe/checks";
import { description } from "@/lib/describe/description";
import { exampleRsaKey } from "@/lib/describe/example-keys";
import { privateKeyPem, type KeyRequirement } from "@/lib/describe/private-key";
import { noTokensHere, type Refusal } from "../provider-credential";

/** What FCM's signer wants of its key. */
const googleKey: KeyRequirement = {
  kind: "rsa",
  notThis: "this is not the key of a service account, which is an RSA key",
  choose: "Choose the key file of the Firebase console",
};

const refusals: Record<string, Refusal> = {
  invalid_grant: {
    field: "privateKey",
    says: "Google does not accept this private key for this service account. The key may have been deleted, or the key and the account come from different key files. Choose the newest key file. If it is correct, check this machine’s clock.",
  },
  invalid_client: {
    field: "clientEmail",
    says: "Google cannot find this service account. Check that it still exists in the project.",
  },
  unauthorized_client: {
    field: "clientEmail",
    says: "Google does not let this service account sign in for messaging. Check its roles.",
  },
  invalid_scope: {
    field: "clientEmail",
    says: "Google does not give this service account access to messaging. Check its roles.",
  },
  access_denied: {
    field: "clientEmail",
    says: "Google denies access to this service account. Check that it is not disabled.",
  },
  account_disabled: {
    field: "clientEmail",
    says: "This service account is disabled. Enable it in the Google Cloud console.",
  },
  unsupported_grant_type: { field: "tokenUri", says: noTokensHere },
  invalid_request: { field: "tokenUri", says: noTokensHere },
  UNAUTHENTICATED: {
    field: "tokenUri",
    says: "Firebase does not accept the access token. Check that the token address and the address belong to the same provider.",
  },
  PERMISSION_DENIED: {
    field: "projectId",
    says: "Firebase does not let this service account send in this project. Check the project ID, that its Firebase Cloud Messaging API is enabled, and that the account may send messages.",
  },
  SENDER_ID_MISMATCH: {
    field: "projectId",
    says: "These devices belong to another Firebase project. Check the project ID.",
  },
  NOT_FOUND: { field: "projectId", says: "Firebase has no project with this ID." },
  THIRD_PARTY_AUTH_ERROR: {
    says: "The key that Firebase uses for iPhones or browsers was refused. Replace it in the Firebase console, under Cloud Messaging.",
  },
  "404": {
    field: "projectId",
    says: "Firebase has no project with this ID, or its address is different.",
  },
  "403": {
    field: "projectId",
    says: "Firebase does not let this service account send in this project.",
  },
  "401": { field: "privateKey", says: "Firebase does not accept this service account." },
};

export const fcmCredential = {
  ...description({
    label: "Firebase Cloud Messaging",
    help: "A service account with the right to send messages. Create its key file in the Firebase console under Project settings, Service accounts.",
    fields: {
      projectId: {
        label: "Project ID",
        type: "line",
        secret: false,
        help: "`project_id` in the key file.",
        example: "my-shop-1a2b3",
        check: filled(200),
      },
      clientEmail: {
        label: "Service account",
        type: "line",
        secret: false,
        help: "`client_email` in the key file.",
        example: "push@my-shop-1a2b3.iam.gserviceaccount.com",
        check: filled(320),
      },
      privateKey: {
        label: "Private key",
        type: "lines",
        secret: true,
        help: "`private_key` in the key file, or the whole file. Line breaks may be written as `\\n`; the first and last line are optional.",
        example: exampleRsaKey,
        check: keyText(16_384, (text) => privateKeyPem(text, googleKey)),
      },
      tokenUri: {
        label: "Token address",
        type: "url",
        secret: false,
        help: "`token_uri` in the key file: the address that issues access tokens.",
        example: "https://oauth2.googleapis.com/token",
        check: baseUrl.default("https://oauth2.googleapis.com/token"),
      },
      endpoint: {
        label: "Address",
        type: "url",
        secret: false,
        help: "The address that messages are sent to. Change it only for a proxy or a test.",
        example: "https://fcm.googleapis.com",
        check: baseUrl.default("https://fcm.googleapis.com"),
      },
      ca,
    },
  }),
  refusals,
  noToken: {
    field: "privateKey",
    says: "Google issued no access token for this service account. Check the account, its key and the token address.",
  },
};
