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
