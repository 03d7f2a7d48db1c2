import type { LabProvider } from "./kinds";
import type { LabState } from "./state-file";

/**
 * Credentials of the sandbox, complete with the lab's addresses: what an app needs to send through
 * the lab.
 */
export interface Accounts {
  fcm: {
    projectId: string;
    clientEmail: string;
    privateKey: string;
    tokenUri: string;
    endpoint: string;
  };
  apns: { teamId: string; keyId: string; privateKey: string; bundleId: string; endpoint: string };
  hms: { appId: string; appSecret: string; tokenUri: string; endpoint: string };
  webpush: { publicKey: string; privateKey: string; subject: string };
}

/**
 * The accounts of the lab. Keys: PEM for FCM and APNs, of which the services use the public halves
 * alone; base64url for Web Push.
 *
 * @param endpoints origins of the four services
 */
export function accountsOf(state: LabState, endpoints: Record<LabProvider, string>): Accounts {
  return {
    fcm: { ...state.fcm, tokenUri: `${endpoints.fcm}/token`, endpoint: endpoints.fcm },
    apns: { ...state.apns, endpoint: endpoints.apns },
    hms: { ...state.hms, tokenUri: `${endpoints.hms}/oauth2/v3/token`, endpoint: endpoints.hms },
    webpush: { ...state.webpush, subject: "mailto:sandbox@clarion.example" },
  };
}
