"use server";

import { changeMember } from "@/lib/directory/member/change";
import { disableMember } from "@/lib/directory/member/disable";
import { inviteMember, revokeInvitation } from "@/lib/directory/member/invite";
import { removeMember } from "@/lib/directory/member/remove";
import { makeResetLink } from "@/lib/directory/member/reset";
import { signOutMember } from "@/lib/directory/member/sign-out";
import { resetSecondFactor } from "@/lib/directory/second-factor/reset";
import { answer } from "@/lib/verb/answer";

const changes = ["/settings/members"];

/** Makes a link by which somebody comes into a service; it is told this once. */
export const inviteToService = answer(inviteMember, { changes });

/** Ends an invitation. */
export const revokeInvite = answer(revokeInvitation, { changes });

/** Changes what somebody is in a service. */
export const changeRole = answer(changeMember, { changes });

/** Takes somebody out of a service. */
export const removeFromService = answer(removeMember, { changes });

/** Disables an account, or enables it again. */
export const disableAccount = answer(disableMember, { changes });

/** Makes a link by which somebody sets a new password; it is told this once. */
export const createResetLink = answer(makeResetLink);

/** Ends every session of somebody else. */
export const signOutAccount = answer(signOutMember);

/** Takes the second factor from somebody who lost it. */
export const resetFactor = answer(resetSecondFactor, { changes });
