import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { Action } from "@/lib/policy/actions";
import { mediaStore } from "@/lib/storage/media-store";
import { NotFoundError } from "@/lib/verb/errors";
import { expectRights, tried } from "@/lib/verb/testing";
import type { Verb } from "@/lib/verb/verb";
import { changeApp } from "./app/change";
import { createApp } from "./app/create";
import { addToList } from "./audience/add-to-list";
import { applyStaged } from "./audience/apply-staged";
import { changeAudience } from "./audience/change";
import { editRecipient } from "./audience/edit-recipient";
import { exportAudience } from "./audience/export";
import { addRecipients, createAudience, finishAudience } from "./audience/fill";
import { removeAudience } from "./audience/remove";
import { removeRecipients } from "./audience/remove-recipients";
import { saveTestGroup } from "./audience/save-test-group";
import { stageRecipients } from "./audience/stage";
import { storeAudience } from "./audience/store";
import { createWebPushKeys } from "./credential/create-keys";
import { removeCredential } from "./credential/remove";
import { saveCredential } from "./credential/save";
import { idleCredential } from "./credential/testing";
import { registerDevice } from "./device/register";
import { removeDevice } from "./device/remove";
import { addMedia } from "./media/add";
import { renameMedia } from "./media/change";
import { removeMedia } from "./media/remove";
import { changeMember } from "./member/change";
import { disableMember } from "./member/disable";
import { inviteMember, revokeInvitation } from "./member/invite";
import { removeMember } from "./member/remove";
import { makeResetLink } from "./member/reset";
import { createService } from "./service/create";
import { createServiceKey } from "./service/create-key";
import { archiveTemplate, restoreTemplate } from "./template/archive";
import { publishDraft } from "./template/publish-draft";
import { removeTemplate } from "./template/remove";
import { rollBackTemplate } from "./template/roll-back";
import { changeTemplate, createTemplate, saveTemplate } from "./template/save";
import { revokePreviewLink, shareTemplate } from "./template/share";
import { publishTemplate } from "./template/testing";

/** What the verbs are tried on: a service with an app, a list and a list that is being filled. */
interface Ground {
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

interface Case {
  verb: string;
  action: Action;
  /** Tries its rights on the first of two grounds. */
  expectAsTabled: (database: Database, own: Ground, foreign: Ground) => Promise<void>;
  /** Tries it with ids that belong to nothing; absent where the input names nothing. */
  lost?: (database: Database, id: string) => Promise<unknown>;
}

const owner = testOwner();
const first = { type: "userid" as const, id: "u1", parameters: { name: "Maya" } };
const recipients = [first];
const choice = { groups: [], devices: [], browsers: [], users: ["u2"] };

function caseOf<S extends z.ZodType>(
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

const place = { role: "marketer", maySend: true, mayApprove: false } as const;
const picture = {
  name: "Sale",
  type: "png",
  bytes: 1,
  width: 1,
  height: 1,
  animated: false,
} as const;
const [keptHash, newHash] = ["aa".repeat(32), "bb".repeat(32)];

const cases: Case[] = [
  {
    verb: "createService",
    action: "service.create",
    expectAsTabled: (database, _, foreign) =>
      expectRights(
        database,
        "service.create",
        createService,
        { name: "New" },
        { own: null, foreign: foreign.serviceId },
      ),
  },
  ...(
    [
      ["disableMember", "member.disable", disableMember, { disabled: true }],
      ["makeResetLink", "member.reset", makeResetLink, {}],
    ] as const
  ).map(([verb, action, run, rest]) => ({
    verb,
    action,
    expectAsTabled: (database: Database, { memberId: id }: Ground, foreign: Ground) =>
      expectRights(
        database,
        action,
        run as Verb<z.ZodType<unknown, object>, unknown>,
        { id, ...rest },
        { own: null, foreign: foreign.serviceId },
      ),
  })),
  caseOf("revokeInvitation", "member.invite", revokeInvitation, ({ invitationId: id }) => ({ id })),
  caseOf("changeMember", "member.change", changeMember, ({ serviceId, memberId }) => ({
    serviceId,
    memberId,
    ...place,
  })),
  caseOf("removeMember", "member.remove", removeMember, ({ serviceId, memberId }) => ({
    serviceId,
    memberId,
  })),
  caseOf("createServiceKey", "serviceKey.create", createServiceKey, ({ serviceId }) => ({
    serviceId,
    name: "Next",
  })),
  caseOf("createApp", "app.create", createApp, ({ serviceId }) => ({
    serviceId,
    appid: "another",
    name: "Another",
  })),
  caseOf("changeApp", "app.change", changeApp, ({ appId }) => ({
    appId,
    name: "Renamed",
    androidRendering: "sdk" as const,
    signedRegistration: true,
    sharedDevices: true,
    pushEnabled: true,
  })),
  caseOf("registerDevice", "device.register", registerDevice, ({ appid }) => ({
    device: {
      appid,
      deviceid: "d1",
      kind: "android" as const,
      pushid: "a-token-of-a-device",
      userid: "u1",
    },
    authority: "service" as const,
  })),
  caseOf("removeDevice", "device.remove", removeDevice, ({ appid }) => ({
    device: { appid, deviceid: "d1" },
    authority: "service" as const,
  })),
  caseOf("createWebPushKeys", "credential.save", createWebPushKeys, ({ appId }) => ({
    appId,
    subject: "mailto:a@b.example",
  })),
  caseOf("removeCredential", "credential.remove", removeCredential, ({ appId }) => ({
    appId,
    provider: "fcm" as const,
  })),
  caseOf("saveCredential", "credential.save", saveCredential, ({ appId }) => ({
    appId,
    provider: "fcm" as const,
    credential: idleCredential("fcm"),
  })),
  caseOf("createTemplate", "template.create", createTemplate, ({ appId }) => ({
    appId,
    templateId: "made",
    name: "Made",
  })),
  caseOf("saveTemplate", "template.save", saveTemplate, ({ templateId: id, revision }) => ({
    id,
    revision,
    content: "{}",
  })),
  caseOf("changeTemplate", "template.change", changeTemplate, ({ templateId: id }) => ({
    id,
    name: "Renamed",
    tags: ["a"],
  })),
  caseOf("publishDraft", "template.publish", publishDraft, ({ templateId: id, revision }) => ({
    id,
    revision,
  })),
  caseOf("rollBackTemplate", "template.rollBack", rollBackTemplate, ({ templateId: id }) => ({
    id,
    version: 1,
  })),
  caseOf("archiveTemplate", "template.archive", archiveTemplate, ({ templateId: id }) => ({ id })),
  caseOf("restoreTemplate", "template.archive", restoreTemplate, ({ archivedId: id }) => ({ id })),
  caseOf("removeTemplate", "template.remove", removeTemplate, ({ neverId: id }) => ({ id })),
  caseOf("shareTemplate", "template.share", shareTemplate, ({ templateId: id }) => ({
    id,
    version: 1,
    days: 7 as const,
  })),
  caseOf("revokePreviewLink", "template.share", revokePreviewLink, ({ linkId: id }) => ({ id })),
  caseOf("createAudience", "audience.fill", createAudience, ({ appid }) => ({
    appid,
    name: "New",
  })),
  caseOf("addRecipients", "audience.fill", addRecipients, ({ openId }) => ({
    id: openId,
    recipients,
  })),
  caseOf("finishAudience", "audience.create", finishAudience, ({ openId }) => ({ id: openId })),
  caseOf("storeAudience", "audience.create", storeAudience, ({ serviceId }) => ({
    serviceId,
    name: "New",
    recipients,
  })),
  caseOf(
    "saveTestGroup",
    "audience.create",
    saveTestGroup,
    ({ appid }) => ({ appid, name: "New", choice }),
    "campaign.send",
  ),
  caseOf("changeAudience", "audience.change", changeAudience, ({ listId }) => ({
    id: listId,
    name: "Renamed",
  })),
  caseOf("stageRecipients", "audience.fill", stageRecipients, ({ listId }) => ({ id: listId })),
  caseOf("applyStaged", "audience.edit", applyStaged, ({ listId, openId }) => ({
    id: listId,
    stagedId: openId,
    how: "replace" as const,
  })),
  caseOf("addToList", "audience.edit", addToList, ({ listId }) => ({
    id: listId,
    recipients: [{ ...first, id: "u9" }],
  })),
  caseOf("editRecipient", "audience.edit", editRecipient, ({ listId }) => ({
    id: listId,
    recipient: { ...first, parameters: {} },
  })),
  caseOf("removeRecipients", "audience.edit", removeRecipients, ({ listId }) => ({
    id: listId,
    recipients,
  })),
  caseOf("exportAudience", "audience.export", exportAudience, ({ listId }) => ({ id: listId })),
  caseOf("removeAudience", "audience.remove", removeAudience, ({ listId }) => ({ id: listId })),
  caseOf("addMedia", "media.upload", addMedia, ({ serviceId }) => ({
    serviceId,
    sha256: newHash,
    ...picture,
  })),
  caseOf("renameMedia", "media.change", renameMedia, ({ mediaId }) => ({
    id: mediaId,
    name: "Renamed",
  })),
  caseOf("removeMedia", "media.remove", removeMedia, ({ mediaId }) => ({ id: mediaId })),
];

describe("who may write in the directory", () => {
  let database: Database;
  let own: Ground;
  let foreign: Ground;

  beforeAll(async () => {
    database = await openTestDatabase();
    for (const sha256 of [keptHash, newHash])
      await mediaStore().put({ sha256, type: "png" }, Buffer.from("x"));
    const ground = async (appid: string): Promise<Ground> => {
      const { id: serviceId } = await createService({ actor: owner }, { name: appid });
      const { id: appId } = await createApp({ actor: owner }, { serviceId, appid, name: appid });
      await saveCredential(
        { actor: owner },
        { appId, provider: "fcm", credential: idleCredential("fcm") },
      );
      const listId = await storeAudience(
        { actor: owner },
        { serviceId, name: "Kept", recipients: [...recipients, { ...first, id: "u2" }] },
      );
      const openId = await createAudience({ actor: owner }, { appid, name: "Open" });
      await addRecipients({ actor: owner }, { id: openId, recipients });
      const saying = (text: string) => ({ blocks: { android: { text } }, parameters: [] });
      const publish = (id: string, text: string) =>
        publishTemplate({ actor: owner }, { appId, templateId: id, name: "Kept", ...saying(text) });
      await publish("kept", "Hi");
      const { id: templateId, ...kept } = await publish("kept", "Hello");
      const { id: archivedId } = await publish("archived", "Hello");
      const next = {
        id: templateId,
        revision: kept.revision,
        content: JSON.stringify(saying("Hello again")),
      };
      const { revision } = await saveTemplate({ actor: owner }, next);
      await archiveTemplate({ actor: owner }, { id: archivedId });
      const { id: neverId } = await createTemplate(
        { actor: owner },
        { appId, templateId: "never", name: "Never published" },
      );
      const { id: linkId } = await shareTemplate(
        { actor: owner },
        { id: templateId, version: null },
      );
      const { id: mediaId } = await addMedia(
        { actor: owner },
        { serviceId, sha256: keptHash, ...picture },
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
    };
    own = await ground("own");
    foreign = await ground("foreign");
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it.each(cases)(
    "$verb: as the table says for $action, in its own service alone, with an event",
    async ({ expectAsTabled }) => {
      await expectAsTabled(database, own, foreign);
    },
  );

  it.each(cases.filter(({ lost }) => lost))(
    "$verb: what there is not, is not found",
    async ({ lost }) => {
      for (const id of [newId(), "no id", "__proto__"])
        expect(await lost?.(database, id)).toBeInstanceOf(NotFoundError);
    },
  );

  it("a member of no service has no right to any of it", async () => {
    const { error } = await tried(
      database,
      removeAudience,
      testMember({}),
      { id: own.listId },
      own.serviceId,
    );
    expect(error).toMatchObject({ message: "You have no role in this service." });
  });
});
