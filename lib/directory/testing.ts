import type { z } from "zod";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import type { Action } from "@/lib/policy/actions";
import { expectRights, tried } from "@/lib/verb/testing";
import type { Verb } from "@/lib/verb/verb";
import { createApp } from "./app/create";
import { addRecipients, beginAudience } from "./audience/fill";
import { storeAudience } from "./audience/store";
import { saveCredential } from "./credential/save";
import { idleCredential } from "./credential/testing";
import { addMedia } from "./media/add";
import { inviteMember } from "./member/invite";
import { createService } from "./service/create";
import { archiveTemplate } from "./template/archive";
import { createTemplate, saveTemplate } from "./template/save";
import { shareTemplate } from "./template/share";
import { publishForTest } from "./template/testing";

/** What the verbs are tried on: a service with an app, a list and a list that is being filled. */
export interface Ground {
  serviceId: string;
  appid: string;
  appId: string;
  listId: string;
  openId: string;
  /** A template with two versions and a draft, and one that is archived. */
  templateId: string;
  /** Of its draft. */
  revision: number;
  archivedId: string;
  /** A template that was never published. */
  neverId: string;
  linkId: string;
  mediaId: string;
  memberId: string;
  invitationId: string;
}

/** A verb, and how it is tried. */
export interface Case {
  verb: string;
  action: Action;
  /** Tries its rights on the first of two grounds. */
  expectAsTabled: (database: Database, own: Ground, foreign: Ground) => Promise<void>;
  /** Tries it with ids that belong to nothing; absent where the input names nothing. */
  lost?: (database: Database, id: string) => Promise<unknown>;
}

const owner = testOwner();
/** A recipient of the lists. */
export const recipient = { type: "userid" as const, id: "u1", parameters: { name: "Maya" } };

/**
 * Returns the case of a verb whose action is in a service. `right`: what it asks for, where that is
 * another action. For tests.
 */
export function caseOf<S extends z.ZodType>(
  verb: string,
  action: Action,
  run: Verb<S, unknown>,
  input: (ground: Ground) => z.input<S>,
  right: Action = action,
): Case {
  const nothing = (id: string): Ground => ({
    serviceId: id,
    appid: id,
    appId: id,
    listId: id,
    openId: id,
    templateId: id,
    revision: 1,
    archivedId: id,
    neverId: id,
    linkId: id,
    mediaId: id,
    memberId: id,
    invitationId: id,
  });
  return {
    verb,
    action,
    expectAsTabled: (database, own, foreign) =>
      expectRights(database, action, run, input(own), {
        own: own.serviceId,
        foreign: foreign.serviceId,
        right,
      }),
    lost: async (database, id) =>
      (await tried(database, run, owner, input(nothing(id)), null)).error,
  };
}

/** What a member is in a service. */
export const place = { role: "marketer", maySend: true, mayApprove: false } as const;
/** A picture, without its hash. */
export const picture = {
  name: "Sale",
  type: "png",
  bytes: 1,
  width: 1,
  height: 1,
  animated: false,
} as const;
/** Of the picture that each service has. */
export const storedHash = "aa".repeat(32);

/**
 * Creates a service with an app, and one of each thing that verbs write. Expects the bytes of
 * {@link storedHash} in the media store. For tests.
 */
export async function createGround(database: Database, appid: string): Promise<Ground> {
  const { id: serviceId } = await createService({ actor: owner }, { name: appid });
  const { id: appId } = await createApp({ actor: owner }, { serviceId, appid, name: appid });
  await saveCredential(
    { actor: owner },
    { appId, provider: "fcm", credential: idleCredential("fcm") },
  );
  const listId = await storeAudience(
    { actor: owner },
    { serviceId, name: "Kept", recipients: [recipient, { ...recipient, id: "u2" }] },
  );
  const openId = await beginAudience({ actor: owner }, { appid, name: "Open" });
  await addRecipients({ actor: owner }, { id: openId, recipients: [recipient] });
  const saying = (text: string) => ({ blocks: { android: { text } }, parameters: [] });
  const publish = (id: string, text: string) =>
    publishForTest({ actor: owner }, { appId, templateId: id, name: "Kept", ...saying(text) });
  await publish("kept", "Hi");
  const { id: templateId, ...last } = await publish("kept", "Hello");
  const { id: archivedId } = await publish("archived", "Hello");
  const next = {
    id: templateId,
    revision: last.revision,
    content: JSON.stringify(saying("Hello again")),
  };
  const { revision } = await saveTemplate({ actor: owner }, next);
  await archiveTemplate({ actor: owner }, { id: archivedId });
  const { id: neverId } = await createTemplate(
    { actor: owner },
    { appId, templateId: "never", name: "Never published" },
  );
  const { id: linkId } = await shareTemplate({ actor: owner }, { id: templateId, version: null });
  const { id: mediaId } = await addMedia(
    { actor: owner },
    { serviceId, sha256: storedHash, ...picture },
  );
  const memberId = newId();
  await database.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, 'Kept', '')",
    [memberId, `${appid}@example.com`],
  );
  await database.query(
    "INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'viewer')",
    [memberId, serviceId],
  );
  const { id: invitationId } = await inviteMember(
    { actor: owner },
    { serviceId, email: "a@example.com", ...place },
  );
  const templates = { templateId, revision, archivedId, neverId, linkId };
  return {
    serviceId,
    appid,
    appId,
    listId,
    openId,
    ...templates,
    mediaId,
    memberId,
    invitationId,
  };
}
