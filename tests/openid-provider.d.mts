/** Claims of a user who has an account there. */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/**
 * A real OpenID provider (oidc-provider) on loopback, with one client that must authenticate and
 * use PKCE.
 */
export interface OpenIdProvider {
  issuer: string;
  client: { id: string; secret: string };
  /** By subject; may be changed at any time. */
  people: Map<string, ProviderPerson>;
  /** Lets the client send people back to an address. */
  allow: (redirectUri: string) => void;
  /** The paths that it was asked for. */
  requestedPaths: string[];
  /** Makes it publish other keys than it signs with. */
  useForeignKeys: (on: boolean) => void;
  stop: () => Promise<void>;
}

/**
 * Starts one. A user who signs in gets a page with a button for each account.
 *
 * @param accounts claims by subject
 * @param port a free one by default
 */
export function startOpenIdProvider(
  accounts: Record<string, ProviderPerson>,
  port?: number,
): Promise<OpenIdProvider>;
