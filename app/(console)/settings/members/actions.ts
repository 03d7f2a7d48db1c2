"use server";

import { changeMember as changeMemberVerb } from "@/lib/directory/member/change";
import { disableMember as disableMemberVerb } from "@/lib/directory/member/disable";
import {
  inviteMember as inviteMemberVerb,
  revokeInvitation as revokeInvitationVerb,
} from "@/lib/directory/member/invite";
import { removeMember as removeMemberVerb } from "@/lib/directory/member/remove";
import { createResetLink as createResetLinkVerb } from "@/lib/directory/member/reset";
import { signOutMember as signOutMemberVerb } from "@/lib/directory/member/sign-out";
import { resetSecondFactor as resetSecondFactorVerb } from "@/lib/directory/second-factor/reset";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

const changes = [paths.members()];

export const inviteMember = answer(inviteMemberVerb, { changes });
export const revokeInvitation = answer(revokeInvitationVerb, { changes });
export const changeMember = answer(changeMemberVerb, { changes });
export const removeMember = answer(removeMemberVerb, { changes });
export const disableMember = answer(disableMemberVerb, { changes });
export const createResetLink = answer(createResetLinkVerb);
export const signOutMember = answer(signOutMemberVerb);
export const resetSecondFactor = answer(resetSecondFactorVerb, { changes });
