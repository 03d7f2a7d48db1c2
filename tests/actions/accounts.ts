import type { Calls } from "./call";
import { newName, newNumber, next, place } from "./parts";
import { deadToken, uuid } from "./service";

/** A setup of an authenticator app in the form that `beginOwnApp` returns, base64 of a version, nonce, tag and cipher text. No key sealed it: it opens nowhere. */
const sealedSetup = Buffer.concat([Buffer.from([1]), Buffer.alloc(12 + 16 + 120, "s")]).toString("base64");

/** Calls about members, sign-on and one's own account. */
export const accounts: Calls = {
  inviteToService: {
    right: "member.invite",
    input: ({ serviceId }) => ({ serviceId, email: `${newNumber()}@roles.example`, ...place }),
    also: { days: "7" },
  },
  revokeInvite: { right: "member.invite", input: ({ invitations }) => ({ id: next(invitations) }) },
  changeRole: { right: "member.change", input: ({ serviceId, members }) => ({ serviceId, memberId: next(members), ...place }) },
  removeFromService: { right: "member.remove", input: ({ serviceId, members }) => ({ serviceId, memberId: next(members) }) },
  disableAccount: { right: "member.disable", input: ({ members }) => ({ id: members.at(0) ?? "", disabled: true }) },
  createResetLink: { right: "member.reset", input: ({ members }) => ({ id: members.at(1) ?? "" }), also: { id: uuid } },
  keepConnection: {
    right: "signOn.save",
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
  dropConnection: { right: "signOn.remove", first: "keepConnection", input: ({ serviceId: id }) => ({ id }), nowhere: true },
  signOutAccount: { right: "member.signOut", input: ({ members }) => ({ id: members.at(2) ?? "" }), also: { id: uuid } },
  resetFactor: { right: "member.resetSecondFactor", input: ({ members }) => ({ id: members.at(2) ?? "" }), also: { id: uuid } },
  joinByInvitation: { right: "member.join", input: ({ token = deadToken }) => ({ token }), nowhere: true },
  renameAccount: { right: "member.changeSelf", input: () => ({ name: newName() }), nowhere: true },
  setOwnPassword: {
    right: "member.changeSelf",
    input: () => ({ current: "not the password", password: "a long enough one" }),
    nowhere: true,
  },
  endOtherSession: { right: "member.endSession", input: ({ sessionId = "" }) => ({ id: sessionId }), nowhere: true },
  beginOwnApp: { right: "member.changeSecondFactor", input: () => ({ current: "not the password" }), nowhere: true },
  confirmOwnApp: { right: "member.changeSecondFactor", input: () => ({ setup: sealedSetup, code: "000000" }), nowhere: true },
  removeOwnApp: { right: "member.changeSecondFactor", input: () => ({ current: "not the password", code: "000000" }), nowhere: true },
  beginOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ current: "not the password" }), nowhere: true },
  addOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ name: newName(), passkey: "{}" }), nowhere: true },
  renameOwnPasskey: { right: "member.changeSecondFactor", input: () => ({ id: uuid, name: newName() }), nowhere: true },
  removeOwnPasskey: {
    right: "member.changeSecondFactor",
    input: () => ({ id: uuid, current: "not the password", code: "000000" }),
    nowhere: true,
  },
  askForOwnPasskey: { right: "member.changeSecondFactor", input: () => ({}), nowhere: true },
  renewOwnCodes: { right: "member.changeSecondFactor", input: () => ({ current: "not the password", code: "000000" }), nowhere: true },
};
