/** Where the database check of APP_SECRET is sealed to. */
export const appSecretPlace = "setting:app_secret_check";

/** Where a service's JWT secret is sealed to. */
export function jwtSecretPlace(serviceId: string): string {
  return `service:${serviceId}:jwt`;
}

/** Where a service's signing secret, for delivery updates to its notify URL, is sealed to. */
export function signingSecretPlace(serviceId: string): string {
  return `service:${serviceId}:signing`;
}

/** Where an outbound webhook's signing secret is sealed to. */
export function webhookSecretPlace(webhookId: string): string {
  return `webhook:${webhookId}:signing`;
}

/** Where the address that a member's notices are posted to is sealed to. */
export function noticeWebhookPlace(memberId: string): string {
  return `member:${memberId}:notices`;
}

/** Where the secret members of a notify authentication are sealed to, as one JSON object. */
export function notifyAuthPlace(serviceId: string, notifyAuthId: string): string {
  return `service:${serviceId}:notify-auth:${notifyAuthId}`;
}

/**
 * Where the secret members of an app's credential for one provider are sealed to, as one JSON
 * object.
 */
export function credentialPlace(appId: string, provider: string): string {
  return `credential:${appId}:${provider}`;
}

/** Where the client secret of a connection for single sign-on is sealed to. */
export function signOnSecretPlace(connectionId: string): string {
  return `sign-on:${connectionId}:secret`;
}

/**
 * Where an attempt of single sign-on is sealed to, while its user is at the provider and their
 * browser stores it.
 */
export function signOnAttemptPlace(state: string): string {
  return `sign-on-attempt:${state}`;
}

/** Where the result of a test run of single sign-on is sealed to. */
export function signOnTrialPlace(trialId: string): string {
  return `sign-on-trial:${trialId}`;
}

/** Where the secret of a member's authenticator app is sealed to. */
export function authenticatorPlace(memberId: string): string {
  return `member:${memberId}:authenticator`;
}

/**
 * Where the secret of an authenticator app that is being set up is sealed to, while the member's
 * browser keeps it.
 */
export function authenticatorSetupPlace(memberId: string): string {
  return `member:${memberId}:authenticator-setup`;
}
