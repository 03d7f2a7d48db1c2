import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { mediaStore } from "@/lib/storage/media-store";
import { NotFoundError } from "@/lib/verb/errors";
import { expectRights, tried } from "@/lib/verb/testing";
import type { Verb } from "@/lib/verb/verb";
import { changeApp } from "./app/change";
import { createApp } from "./app/create";
import { applyStaged } from "./audience/apply-staged";
import { changeAudience } from "./audience/change";
import { editRecipient } from "./audience/edit-recipient";
import { exportAudience } from "./audience/export";
import { extendAudience } from "./audience/extend";
import { addRecipients, beginAudience, createAudience } from "./audience/fill";
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
import { removeMedia } from "./media/remove";
import { renameMedia } from "./media/rename";
import { changeMember } from "./member/change";
import { disableMember } from "./member/disable";
import { revokeInvitation } from "./member/invite";
import { removeMember } from "./member/remove";
import { createResetLink } from "./member/reset";
import { createService } from "./service/create";
import { createServiceKey } from "./service/create-key";
import { archiveTemplate, restoreTemplate } from "./template/archive";
import { publishTemplate } from "./template/publish";
import { removeTemplate } from "./template/remove";
import { rollBackTemplate } from "./template/roll-back";
import { changeTemplate, createTemplate, saveTemplate } from "./template/save";
import { revokePreviewLink, shareTemplate } from "./template/share";
import {
  caseOf,
  createGround,
  recipient,
  picture,
  place,
  storedHash,
  type Case,
  type Ground,
} from "./testing";

const recipients = [recipient];
const choice = { groups: [], devices: [], browsers: [], users: ["u2"] };
const newHash = "bb".repeat(32);

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
      ["createResetLink", "resetLink.create", createResetLink, {}],
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
  caseOf("revokeInvitation", "invitation.revoke", revokeInvitation, ({ invitationId: id }) => ({
    id,
  })),
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
  caseOf("createWebPushKeys", "webPushKeys.create", createWebPushKeys, ({ appId }) => ({
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
  caseOf(
    "publishTemplate",
    "template.publish",
    publishTemplate,
    ({ templateId: id, revision }) => ({
      id,
      revision,
    }),
  ),
  caseOf("rollBackTemplate", "template.rollBack", rollBackTemplate, ({ templateId: id }) => ({
    id,
    version: 1,
  })),
  caseOf("archiveTemplate", "template.archive", archiveTemplate, ({ templateId: id }) => ({ id })),
  caseOf("restoreTemplate", "template.restore", restoreTemplate, ({ archivedId: id }) => ({ id })),
  caseOf("removeTemplate", "template.remove", removeTemplate, ({ neverId: id }) => ({ id })),
  caseOf("shareTemplate", "template.share", shareTemplate, ({ templateId: id }) => ({
    id,
    version: 1,
    days: 7 as const,
  })),
  caseOf("revokePreviewLink", "previewLink.revoke", revokePreviewLink, ({ linkId: id }) => ({
    id,
  })),
  caseOf("beginAudience", "audience.begin", beginAudience, ({ appid }) => ({
    appid,
    name: "New",
  })),
  caseOf("addRecipients", "recipient.add", addRecipients, ({ openId }) => ({
    id: openId,
    recipients,
  })),
  caseOf("createAudience", "audience.create", createAudience, ({ openId }) => ({ id: openId })),
  caseOf("storeAudience", "audience.store", storeAudience, ({ serviceId }) => ({
    serviceId,
    name: "New",
    recipients,
  })),
  caseOf(
    "saveTestGroup",
    "testGroup.save",
    saveTestGroup,
    ({ appid }) => ({ appid, name: "New", choice }),
    "campaign.send",
  ),
  caseOf("changeAudience", "audience.change", changeAudience, ({ listId }) => ({
    id: listId,
    name: "Renamed",
  })),
  caseOf("stageRecipients", "recipient.stage", stageRecipients, ({ listId }) => ({ id: listId })),
  caseOf("applyStaged", "staged.apply", applyStaged, ({ listId, openId }) => ({
    id: listId,
    stagedId: openId,
    how: "replace" as const,
  })),
  caseOf("extendAudience", "audience.extend", extendAudience, ({ listId }) => ({
    id: listId,
    recipients: [{ ...recipient, id: "u9" }],
  })),
  caseOf("editRecipient", "recipient.edit", editRecipient, ({ listId }) => ({
    id: listId,
    recipient: { ...recipient, parameters: {} },
  })),
  caseOf("removeRecipients", "recipient.remove", removeRecipients, ({ listId }) => ({
    id: listId,
    recipients,
  })),
  caseOf("exportAudience", "audience.export", exportAudience, ({ listId }) => ({ id: listId })),
  caseOf("removeAudience", "audience.remove", removeAudience, ({ listId }) => ({ id: listId })),
  caseOf("addMedia", "media.add", addMedia, ({ serviceId }) => ({
    serviceId,
    sha256: newHash,
    ...picture,
  })),
  caseOf("renameMedia", "media.rename", renameMedia, ({ mediaId }) => ({
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
    for (const sha256 of [storedHash, newHash])
      await mediaStore().put({ sha256, type: "png" }, Buffer.from("x"));
    own = await createGround(database, "own");
    foreign = await createGround(database, "foreign");
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
