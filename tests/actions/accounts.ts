import type { Calls } from "./call";
import { newName, newNumber, next, place } from "./parts";
import { deadToken, uuid } from "./service";

/**
 * A setup of an authenticator app in the form that `beginOwnApp` returns, base64 of a version,
 * nonce, tag and cipher text. No key sealed it: it opens nowhere.
 */
const sealedSetup = Buffer.concat([Buffer.from([1]), Buffer.alloc(12 + 16 + 120, "s")]).toString(
  "base64",
);

/** Calls about members, sign-on and one's own account. */
export const accounts: Calls = {
  inviteMember: {
    right: "member.invite",
    input: ({ serviceId }) => ({ serviceId, email: `${newNumber()}@roles.example`, ...place }),
    also: { days: "7" },
  },
  revokeInvitation: {
    right: "invitation.revoke",
    input: ({ invitations }) => ({ id: next(invitations) }),
  },
  changeMember: {
    right: "member.change",
    input: ({ serviceId, members }) => ({ serviceId, memberId: next(members), ...place }),
  },
  removeMember: {
    right: "member.remove",
    input: ({ serviceId, members }) => ({ serviceId, memberId: next(members) }),
  },
  disableMember: {
    right: "member.disable",
    input: ({ members }) => ({ id: members.at(0) ?? "", disabled: true }),
  },
  createResetLink: {
    right: "resetLink.create",
    input: ({ members }) => ({ id: members.at(1) ?? "" }),
    also: { id: uuid },
  },
  saveConnection: {
    right: "connection.save",
    input: ({ serviceId, issuer = "" }) => ({
      id: serviceId,
      name: newName(),
      issuer,
      clientId: "clarion",
      clientSecret: "a secret",
      domains: ["shop.example"],
      trustsEmails: false,
      groupsClaim: "groups",
      groups: [{ group: "marketing", serviceId, ...place }],
      enforced: false,
      breakGlassId: "",
    }),
    nowhere: true,
    also: { issuer: "http://127.0.0.1:9", breakGlassId: uuid },
  },
  confirmInstallation: { right: "installation.confirm", input: () => ({}), nowhere: true },
  changeRetention: {
    right: "retention.change",
    input: () => ({ keepMessages: 396, keepDeliveries: 390, keepAttempts: 29 }),
    nowhere: true,
  },
  removeConnection: {
    right: "connection.remove",
    first: "saveConnection",
    input: ({ serviceId: id }) => ({ id }),
    nowhere: true,
  },
  signOutMember: {
    right: "member.signOut",
    input: ({ members }) => ({ id: members.at(2) ?? "" }),
    also: { id: uuid },
  },
  resetSecondFactor: {
    right: "secondFactor.reset",
    input: ({ members }) => ({ id: members.at(2) ?? "" }),
    also: { id: uuid },
  },
  joinService: {
    right: "service.join",
    input: ({ token = deadToken }) => ({ token }),
    nowhere: true,
  },
  renameSelf: { right: "self.rename", input: () => ({ name: newName() }), nowhere: true },
  changePassword: {
    right: "password.change",
    input: () => ({ current: "not the password", password: "a long enough one" }),
    nowhere: true,
  },
  endOwnSession: {
    right: "ownSession.end",
    input: ({ sessionId = "" }) => ({ id: sessionId }),
    nowhere: true,
  },
  beginOwnApp: {
    right: "ownApp.begin",
    input: () => ({ current: "not the password" }),
    nowhere: true,
  },
  confirmOwnApp: {
    right: "ownApp.confirm",
    input: () => ({ setup: sealedSetup, code: "000000" }),
    nowhere: true,
  },
  removeOwnApp: {
    right: "ownApp.remove",
    input: () => ({ current: "not the password", code: "000000" }),
    nowhere: true,
  },
  beginOwnPasskey: {
    right: "ownPasskey.begin",
    input: () => ({ current: "not the password" }),
    nowhere: true,
  },
  addOwnPasskey: {
    right: "ownPasskey.add",
    input: () => ({ name: newName(), passkey: "{}" }),
    nowhere: true,
  },
  renameOwnPasskey: {
    right: "ownPasskey.rename",
    input: () => ({ id: uuid, name: newName() }),
    nowhere: true,
  },
  removeOwnPasskey: {
    right: "ownPasskey.remove",
    input: () => ({ id: uuid, current: "not the password", code: "000000" }),
    nowhere: true,
  },
  askOwnPasskey: { right: "ownPasskey.add", input: () => ({}), nowhere: true },
  renewRecoveryCodes: {
    right: "recoveryCodes.renew",
    input: () => ({ current: "not the password", code: "000000" }),
    nowhere: true,
  },
};
