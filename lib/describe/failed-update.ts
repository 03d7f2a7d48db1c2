/** Why an update was not accepted, for people. */
export interface UpdateFailure {
  /** What kind of failure it is. */
  kind: FailureKind;
  /** In a few words. */
  headline: string;
  /** What happened. */
  text: string;
  /** What to do about it. */
  remedy: string;
  /** The setting of the deployment that the remedy speaks of, and what to add to it. */
  setting?: {
    name: "NOTIFY_ALLOW" | "APP_SECRET" | "NODE_EXTRA_CA_CERTS" | "HTTPS_PROXY";
    add?: string;
  };
}

type FailureKind =
  | "gone"
  | "redirect"
  | "refused"
  | "unauthorised"
  | "not-found"
  | "method"
  | "too-large"
  | "busy"
  | "server"
  | "timeout"
  | "unreachable"
  | "name"
  | "certificate"
  | "broken"
  | "address"
  | "url"
  | "no-auth"
  | "incomplete-auth"
  | "sealed"
  | "token"
  | "webhook-gone"
  | "webhook-off"
  | "service-gone"
  | "unknown";

/** The end of a remedy: what Clarion does meanwhile. */
export const again =
  "Clarion tries again for 24 hours. Once it is fixed, send the parked updates again.";
