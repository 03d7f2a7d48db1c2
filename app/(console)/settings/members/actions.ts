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

/** Creates an invitation link into a service. Returns it, once. */
export const inviteToService = answer(inviteMember, { changes });

/** Ends an invitation. */
export const revokeInvite = answer(revokeInvitation, { changes });

/** Changes the role of a member in a service. */
export const changeRole = answer(changeMember, { changes });

/** Removes a member from a service. */
export const removeFromService = answer(removeMember, { changes });

/** Disables an account, or enables it again. */
export const disableAccount = answer(disableMember, { changes });

/** Creates a link with which a member sets a new password. Returns it, once. */
export const createResetLink = answer(makeResetLink);

/** Ends every session of another member. */
export const signOutAccount = answer(signOutMember);

/** Removes the second factor of a member who lost it. */
export const resetFactor = answer(resetSecondFactor, { changes });
