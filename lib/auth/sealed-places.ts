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

/** Where the secret members of a notify authentication are sealed to, as one JSON object. */
export function notifyAuthPlace(serviceId: string, notifyAuthId: string): string {
  return `service:${serviceId}:notify-auth:${notifyAuthId}`;
}

/** Where the secret members of an app's credential for one provider are sealed to, as one JSON object. */
export function credentialPlace(appId: string, provider: string): string {
  return `credential:${appId}:${provider}`;
}
