/** A service with something of everything, created by `make-two-services.ts`. */
export interface Service {
  mark: string;
  serviceId: string;
  appid: string;
  userid: string;
  audienceId: string;
  segmentId: string;
  campaignId: string;
  transid: string;
  deviceId: string;
  userRowId: string;
  updateId: string;
  erasureId: string;
  connectionId: string;
  webhookId: string;
  notifyAuthId: string;
  auths: string[];
  webhooks: string[];
  drafts: string[];
  scheduled: string[];
  /** Scheduled, with a request that can be sent. */
  upcoming: string[];
  sending: string[];
  /** Scheduled campaigns that go out every day. */
  recurring: string[];
  /** Scheduled campaigns that missed their latest start. */
  overdue: string[];
  pausable: string[];
  paused: string[];
  undoable: string[];
  /**
   * Drafts that wait for approval, requests for approval of other members, and drafts that are
   * approved.
   */
  awaitingApproval: string[];
  questions: string[];
  approved: string[];
  lists: string[];
  filling: string[];
  appId: string;
  templateId: string;
  /** Templates with a draft that can be published, and with a second version that is. */
  unpublished: string[];
  rolled: string[];
  archivable: string[];
  /** Templates that were never published, and that nothing names. */
  removable: string[];
  /** Links to shared previews. */
  links: string[];
  mediaId: string;
  /** Apps with a credential that can be removed. */
  spareApps: string[];
  images: string[];
  /** Service keys. */
  keys: string[];
  jwtSecrets: string[];
  /** Devices that can be forgotten. */
  devices: string[];
  /** Names of attributes that can be removed. */
  attributes: string[];
  /** Segments that can be removed. */
  segments: string[];
  /** Entries of the suppression list. */
  suppressed: string[];
  /** Viewers of the service, and invitations into it. */
  members: string[];
  invitations: string[];
  /**
   * Of the first service: a session of its viewer, and what an invitation for the owner of the
   * installation ends with.
   */
  sessionId?: string;
  token?: string;
  /** Of the first service: an OpenID provider that the server may ask. */
  issuer?: string;
}

/** An id that belongs to nothing. */
export const uuid = "00000000-0000-7000-8000-000000000000";

/** The end of a link in the right form that leads to nothing. */
export const deadToken = "A".repeat(43);

/** Returns a service whose ids belong to nothing. Each list that is read is a fresh one. */
export function noService(): Service {
  const fixedValues: Record<string, string> = {
    appid: "sandbox",
    userid: "user-1",
    issuer: "https://a.example",
    token: deadToken,
  };
  return new Proxy({} as Service, {
    get: (_, member) => {
      const name = String(member);
      return fixedValues[name] ?? (/Id$|^mark$|^transid$/.test(name) ? uuid : [uuid]);
    },
  });
}
