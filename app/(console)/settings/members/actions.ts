"use server";

import { changeMember as changeMemberVerb } from "@/lib/directory/member/change";
import { disableMember as disableMemberVerb } from "@/lib/directory/member/disable";
import { inviteMember as inviteMemberVerb, revokeInvitation as revokeInvitationVerb } from "@/lib/directory/member/invite";
import { removeMember as removeMemberVerb } from "@/lib/directory/member/remove";
import { makeResetLink as makeResetLinkVerb } from "@/lib/directory/member/reset";
import { signOutMember as signOutMemberVerb } from "@/lib/directory/member/sign-out";
import { resetSecondFactor as resetSecondFactorVerb } from "@/lib/directory/second-factor/reset";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/members"];

/** Creates an invitation link into a service. Returns it, once. */
export const inviteMember = answer(inviteMemberVerb, { changes });

/** Ends an invitation. */
export const revokeInvitation = answer(revokeInvitationVerb, { changes });

/** Changes the role of a member in a service. */
export const changeMember = answer(changeMemberVerb, { changes });

/** Removes a member from a service. */
export const removeMember = answer(removeMemberVerb, { changes });

/** Disables an account, or enables it again. */
export const disableMember = answer(disableMemberVerb, { changes });

/** Creates a link with which a member sets a new password. Returns it, once. */
export const makeResetLink = answer(makeResetLinkVerb);

/** Ends every session of another member. */
export const signOutMember = answer(signOutMemberVerb);

/** Removes the second factor of a member who lost it. */
export const resetSecondFactor = answer(resetSecondFactorVerb, { changes });
